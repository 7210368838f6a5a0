// SPDX-License-Identifier: MIT
// The module nonosat.formats.native._native: native readers, from text to the parts of a Puzzle.
//
// It shares nothing with the solver, so the checker of certificates may load it. The GIL is held:
// the readers ask Python about blanks and letters, and a text of a megabyte takes milliseconds.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <utility>

#include "puzzle_text.hpp"
#include "read_json.hpp"
#include "read_webpbn.hpp"

using namespace nanobind::literals;

#define BLOCKS "blocks: collections.abc.Callable[[int], object]"
#define PALETTE "palette_of: collections.abc.Callable[[tuple[typing.Any, ...], str], object]"
#define PARTS "tuple[typing.Any, ...]"

namespace nonosat::reading {
namespace {

// A text as code points. The memory of one is kept for the next: to get 200 kB from the system
// anew for each text costs more than to read them.
class Source {
public:
    explicit Source(const nb::str& text) : text_(std::exchange(spare(), {})) {
        from_python(text, text_);
    }
    ~Source() {
        if (text_.capacity() <= kMostSpare) spare() = std::move(text_);
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    operator Text() const { return text_; }

private:
    static constexpr std::size_t kMostSpare = 1 << 17;
    static String& spare() {  // the caller holds the GIL
        static String text;
        return text;
    }
    String text_;
};

// A tuple of items that `make` gives by number.
template <class Make>
nb::object tuple_of(std::size_t size, const Make& make) {
    nb::object result = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(size)));
    if (!result.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < size; ++i) {
        nb::object item = make(i);
        python::set_tuple_item(result.ptr(), static_cast<Py_ssize_t>(i), item.release().ptr());
    }
    return result;
}

// Blocks as Python objects. `blocks` gives for a number of colours a tuple for each colour, of its
// Blocks by length: Blocks are immutable, so all clues share them. Other Blocks, which no puzzle
// has, are made by their type.
class Blocks {
public:
    Blocks(const nb::object& blocks, int colors) : known_(nb::cast<nb::tuple>(blocks(colors))) {
        if (static_cast<int>(nb::len(known_)) < colors || colors < 1)
            throw nb::value_error("a tuple of Blocks for each colour is needed");
        for (const nb::handle of_color : known_)
            if (!PyTuple_Check(of_color.ptr()) || python::tuple_size(of_color.ptr()) <= kMaxSide)
                throw nb::value_error("Blocks of all lengths are needed");
        colors_ = colors;
    }

    nb::object operator()(const Block& block) const {
        if (block.color < 1 || block.color > colors_ || block.length > kMaxSide || block.length < 0)
            return known(1, 0).type()(block.length, block.color);
        return nb::borrow(known(block.color, block.length));
    }

private:
    nb::handle known(int color, int length) const {
        return python::tuple_item(python::tuple_item(known_.ptr(), color - 1), length);
    }

    nb::tuple known_;
    int colors_ = 0;
};

// The Python object JsonPuzzles: the values of a text, and the text, which they refer to.
struct OwnedJson {
    explicit OwnedJson(const nb::str& text) : source(from_python(text)), puzzles(source) {}
    OwnedJson(const OwnedJson&) = delete;
    OwnedJson& operator=(const OwnedJson&) = delete;
    const String source;
    const JsonPuzzles puzzles;
};

// The Python object WebpbnPuzzles, which owns its text in the same way.
struct OwnedWebpbn {
    explicit OwnedWebpbn(const nb::str& text) : source(from_python(text)), puzzles(source) {}
    OwnedWebpbn(const OwnedWebpbn&) = delete;
    OwnedWebpbn& operator=(const OwnedWebpbn&) = delete;
    const String source;
    WebpbnPuzzles puzzles;
};

nb::object clue_tuples(const PuzzleText& puzzle, const std::vector<Clue>& clues,
                       const Blocks& blocks) {
    return tuple_of(clues.size(), [&](std::size_t i) -> nb::object {
        const Clue& clue = clues[i];
        if (!clue.given) return nb::none();
        const auto own = puzzle.blocks_of(clue);
        return tuple_of(own.size(), [&](std::size_t k) { return blocks(own[k]); });
    });
}

nb::object picture_parts(const PuzzleText& puzzle, const std::optional<Picture>& picture) {
    if (!picture) return nb::none();
    return nb::make_tuple(picture->height, picture->width,
                          nb::bytes(picture->cells.data(), picture->cells.size()),
                          to_python(picture->black_letters ? U"#" : Text(puzzle.letters)));
}

nb::object fault_parts(const std::vector<Fault>& faults) {
    return tuple_of(faults.size(), [&](std::size_t i) -> nb::object {
        const Fault& fault = faults[i];
        nb::object axis = nb::none(), file_line = nb::none();
        if (fault.axis != 0) axis = nb::str(&fault.axis, 1);
        if (fault.file_line != 0) file_line = nb::int_(fault.file_line);
        return nb::make_tuple(to_python(fault.message), axis, fault.index, file_line);
    });
}

nb::object unread_parts(const std::vector<Unread>& unread) {
    if (unread.empty()) return nb::none();
    return tuple_of(unread.size(), [&](std::size_t i) -> nb::object {
        const Unread& part = unread[i];
        nb::object file_line = nb::none();
        if (part.file_line != 0) file_line = nb::int_(part.file_line);
        return nb::make_tuple(to_python(part.name), part.value, part.known, file_line,
                              to_python(part.why));
    });
}

nb::object numbers(const std::vector<int>& numbers) {
    return tuple_of(numbers.size(), [&](std::size_t i) { return nb::int_(numbers[i]); });
}

// The only puzzle of a text in the format webpbn; none if Python has to read the text.
std::optional<PuzzleText> only_webpbn(Text text, const nb::object& palette_of) {
    WebpbnPuzzles puzzles(text);
    std::optional<PuzzleText> first = puzzles.next(palette_of);
    if (!first || puzzles.next(palette_of) || !puzzles.ended()) return std::nullopt;
    return first;
}

// Rows, columns, texts, palette, goal, printed; the faults, None if the puzzle is sound; and the
// parts that are not read, None if all are read.
nb::object parts_of(PuzzleText puzzle, const nb::object& blocks_of) {
    const bool fine = sound(puzzle);
    const Blocks blocks(blocks_of, std::min(puzzle.color_count(), kMaxColors));
    bool any_text = false;
    for (const String& text : puzzle.texts) any_text |= !text.empty();
    nb::object texts = nb::none(), wrong = nb::none();
    if (any_text)
        texts = tuple_of(kTextKeys, [&](std::size_t key) { return to_python(puzzle.texts[key]); });
    if (!fine)
        wrong =
            nb::make_tuple(puzzle.buildable, fault_parts(puzzle.faults), fault_parts(puzzle.notes),
                           numbers(puzzle.row_lines), numbers(puzzle.column_lines));
    return nb::make_tuple(clue_tuples(puzzle, puzzle.rows, blocks),
                          clue_tuples(puzzle, puzzle.columns, blocks), texts, puzzle.palette,
                          picture_parts(puzzle, puzzle.goal), picture_parts(puzzle, puzzle.printed),
                          wrong, unread_parts(puzzle.unread));
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The native readers of formats: from text to the parts of a puzzle, with all faults.";
    m.attr("MAX_SIDE") = kMaxSide;
    m.attr("MAX_COLORS") = kMaxColors;
    m.def("non_keywords", &non_keywords, "The words that begin lines of the format non.");
    m.def(
        "plain_format", [](const nb::str& text) { return plain_format(Source(text)); }, "text"_a,
        "`non` or `json` for a short text that has this format, no other, and one puzzle; `webpbn`\n"
        "for one that has no other format if `WebpbnPuzzles` reads all of it; or ``.");
    m.def(
        "read_plain",
        [](const nb::str& text, const nb::object& blocks,
           const nb::object& palette_of) -> nb::object {
            const Source source(text);
            const std::string_view format = plain_format(source);
            if (format == "non")
                return nb::make_tuple(parts_of(read_non(source, 1, palette_of), blocks), format);
            if (format == "json")
                return nb::make_tuple(parts_of(JsonPuzzles(source).puzzle(0, palette_of), blocks),
                                      format);
            if (format == "webpbn")
                if (auto puzzle = only_webpbn(source, palette_of))
                    return nb::make_tuple(parts_of(std::move(*puzzle), blocks), format);
            return nb::none();
        },
        "text"_a, "blocks"_a, "palette_of"_a,
        nb::sig("def read_plain(text: str, " BLOCKS ", " PALETTE ") -> tuple[" PARTS
                ", str] | None"),
        "The parts, as of `read_non`, of the puzzle of a text that `plain_format` knows, and its\n"
        "format; None for other texts.");
    m.def(
        "read_non",
        [](const nb::str& text, int first_line, const nb::object& blocks,
           const nb::object& palette_of) {
            const Source source(text);
            return parts_of(read_non(source, first_line, palette_of), blocks);
        },
        "text"_a, "first_line"_a, "blocks"_a, "palette_of"_a,
        nb::sig("def read_non(text: str, first_line: int, " BLOCKS ", " PALETTE ") -> " PARTS),
        "The parts of one puzzle in the format non, whose first line has a number in its file.\n\n"
        "They are the clues of rows and of columns, the texts in the order of Metadata (None: all\n"
        "are empty), the palette (None: black on white), and of goal and printed cells height,\n"
        "width, cells and letters, or None; then None if the\n"
        "puzzle is sound, else: whether it can be built; faults and notes as (message, axis,\n"
        "index, line of the file); the lines of the file that hold the clues of rows, of columns;\n"
        "then the parts that were not read, None without any, each as (name, value, known names,\n"
        "line of the file, why it was not read).\n"
        "`blocks` gives, for a number of colours, a tuple for each colour of its Blocks by\n"
        "length, from 0 to MAX_SIDE; `palette_of` gives, for colours as (name, RGB, letter or\n"
        "None) and the RGB of the background, the palette and its letters.");
    m.def(
        "read_taai",
        [](const nb::str& text, int head_line, const nb::object& blocks) {
            const Source source(text);
            return parts_of(read_taai(source, head_line), blocks);
        },
        "text"_a, "head_line"_a, "blocks"_a,
        nb::sig("def read_taai(text: str, head_line: int, " BLOCKS ") -> " PARTS),
        "The parts, as of `read_non`, of the lines of one puzzle of the format taai, without its\n"
        "head, which stands at a line of the file.");
    m.def(
        "read_canonical",
        [](const nb::str& text, int height, int width, int colors,
           const nb::object& blocks) -> nb::object {
            if (height < 1 || height > kMaxSide || width < 1 || width > kMaxSide || colors < 1 ||
                colors > kMaxColors)
                return nb::none();
            const Source source(text);
            auto puzzle = read_canonical(source, height, width, colors);
            if (!puzzle) return nb::none();
            return parts_of(std::move(*puzzle), blocks);
        },
        "text"_a, "height"_a, "width"_a, "colors"_a, "blocks"_a,
        nb::sig("def read_canonical(text: str, height: int, width: int, colors: int, " BLOCKS
                ") -> " PARTS " | None"),
        "The parts, as of `read_non`, of what follows the line `rows` of a canonical text,\n"
        "without a palette; None if `model.canonical` has to read it.");
    nb::class_<OwnedJson>(m, "JsonPuzzles", "The puzzles of a text in the format json.")
        .def(
            "__init__", [](OwnedJson* self, const nb::str& text) { new (self) OwnedJson(text); },
            "text"_a)
        .def("__len__", [](const OwnedJson& self) { return self.puzzles.size(); })
        .def(
            "read",
            [](const OwnedJson& self, std::size_t index, const nb::object& blocks,
               const nb::object& palette_of) {
                if (index >= self.puzzles.size()) throw nb::index_error("there is no such puzzle");
                return parts_of(self.puzzles.puzzle(index, palette_of), blocks);
            },
            "index"_a, "blocks"_a, "palette_of"_a,
            nb::sig("def read(self, index: int, " BLOCKS ", " PALETTE ") -> " PARTS),
            "The parts of a puzzle, as of `read_non`.");
    nb::class_<OwnedWebpbn>(m, "WebpbnPuzzles", "The puzzles of a text in the format webpbn.")
        .def(
            "__init__",
            [](OwnedWebpbn* self, const nb::str& text) { new (self) OwnedWebpbn(text); }, "text"_a)
        .def_prop_ro(
            "ended", [](const OwnedWebpbn& self) { return self.puzzles.ended(); },
            "True if the whole text was read.")
        .def(
            "read",
            [](OwnedWebpbn& self, const nb::object& blocks,
               const nb::object& palette_of) -> nb::object {
                auto puzzle = self.puzzles.next(palette_of);
                if (!puzzle) return nb::none();
                return parts_of(std::move(*puzzle), blocks);
            },
            "blocks"_a, "palette_of"_a,
            nb::sig("def read(self, " BLOCKS ", " PALETTE ") -> " PARTS " | None"),
            "The parts, as of `read_non`, of the next puzzle, which is sound; None at the end of\n"
            "the text, and where Python has to read it.");
}

}  // namespace nonosat::reading
