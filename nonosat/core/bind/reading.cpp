// SPDX-License-Identifier: MIT
// The native readers: from text to the parts of a Puzzle, as Python objects.
#include "bind.hpp"
#include "puzzle_text.hpp"

#define ARGUMENTS \
    "text: str, blocks: collections.abc.Callable[[int], object]) -> tuple[typing.Any, ...] | None"

namespace nonosat::bind {
namespace {

// The clues of lines as tuples of Blocks. `blocks` has a tuple for each colour, of its Blocks by
// length: Blocks are immutable, so all clues share them.
nb::object clue_tuples(const PuzzleText& puzzle, int from, int to, const nb::tuple& blocks) {
    nb::object lines = nb::steal(PyTuple_New(to - from));
    if (!lines.is_valid()) throw nb::python_error();
    for (int line = from; line < to; ++line) {
        const Clue& clue = puzzle.clues[line];
        PyObject* parts = nullptr;
        if (!clue.given) {
            parts = nb::none().release().ptr();
        } else {
            parts = PyTuple_New(static_cast<Py_ssize_t>(clue.blocks.size()));
            if (parts == nullptr) throw nb::python_error();
            for (std::size_t i = 0; i < clue.blocks.size(); ++i) {
                const auto [length, color] = clue.blocks[i];
                PyObject* of_color = PyTuple_GET_ITEM(blocks.ptr(), color - 1);
                PyObject* block = PyTuple_GET_ITEM(of_color, length);
                PyTuple_SET_ITEM(parts, static_cast<Py_ssize_t>(i), nb::borrow(block).release().ptr());
            }
        }
        PyTuple_SET_ITEM(lines.ptr(), line - from, parts);
    }
    return lines;
}

nb::object text_of(std::string_view text) { return nb::str(text.data(), text.size()); }

nb::object cells_of(const std::string& cells) {
    if (cells.empty()) return nb::none();
    return nb::bytes(cells.data(), cells.size());
}

// The parts of a puzzle, or None: rows, columns, texts, colours, background, goal, printed.
template <class Reader>
nb::object parts_of(const nb::str& text, const nb::object& blocks_of, const Reader& reader) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) {  // half a surrogate pair
        PyErr_Clear();
        return nb::none();
    }
    const std::string_view view(bytes, static_cast<std::size_t>(size));
    // Giving the GIL away and waiting for it again is worth while for long texts only.
    const std::optional<PuzzleText> puzzle =
        view.size() > kHead ? released([&] { return reader(view); }) : reader(view);
    if (!puzzle) return nb::none();
    const auto blocks = nb::cast<nb::tuple>(blocks_of(puzzle->color_count()));
    if (static_cast<int>(nb::len(blocks)) < puzzle->color_count())
        throw nb::value_error("a tuple of Blocks for each colour is needed");
    for (const nb::handle of_color : blocks)
        if (!PyTuple_Check(of_color.ptr()) || PyTuple_GET_SIZE(of_color.ptr()) <= kMaxSide)
            throw nb::value_error("Blocks of all lengths are needed");
    nb::tuple texts = nb::steal<nb::tuple>(PyTuple_New(kTextKeys));
    for (int key = 0; key < kTextKeys; ++key)
        PyTuple_SET_ITEM(texts.ptr(), key,
                         text_of(puzzle->texts[key].value_or(std::string_view())).release().ptr());
    nb::list colors;
    for (const ColorText& color : puzzle->colors)
        colors.append(nb::make_tuple(text_of(color.name), text_of(color.rgb), text_of(color.letter)));
    return nb::make_tuple(clue_tuples(*puzzle, 0, puzzle->height, blocks),
                          clue_tuples(*puzzle, puzzle->height,
                                      puzzle->height + puzzle->width, blocks),
                          texts, colors, text_of(puzzle->background), cells_of(puzzle->goal),
                          cells_of(puzzle->printed));
}

}  // namespace

void bind_reading(nb::module_& m) {
    m.def(
        "read_text",
        [](const nb::str& text, const nb::object& blocks) {
            return parts_of(text, blocks, read_text);
        },
        "text"_a, "blocks"_a, nb::sig("def read_text(" ARGUMENTS),
        "The only puzzle of a plain text whose format nobody named; None: read it otherwise.\n\n"
        "Its parts: clues of rows and columns, texts in the order of Metadata, (name, rgb, letter)\n"
        "of colours, background, cells of the goal and of the printed grid. `blocks` gives, for a\n"
        "number of colours, a tuple for each colour of its Blocks by length, from 0 to MAX_SIDE.");
    m.def(
        "read_non",
        [](const nb::str& text, const nb::object& blocks) {
            return parts_of(text, blocks, read_non);
        },
        "text"_a, "blocks"_a, nb::sig("def read_non(" ARGUMENTS),
        "`read_text` for one puzzle in the format non, of any length.");
    m.def(
        "read_json",
        [](const nb::str& text, const nb::object& blocks) {
            return parts_of(text, blocks, read_json);
        },
        "text"_a, "blocks"_a, nb::sig("def read_json(" ARGUMENTS),
        "`read_text` for one puzzle in the format json, of any length.");
    m.def(
        "read_taai",
        [](const nb::str& text, const nb::object& blocks) {
            return parts_of(text, blocks, read_taai);
        },
        "text"_a, "blocks"_a, nb::sig("def read_taai(" ARGUMENTS),
        "`read_text` for the lines of one puzzle of the format taai, without its head.");
    m.def(
        "read_canonical",
        [](const nb::str& text, const nb::object& blocks, int height, int width, int colors) {
            return parts_of(text, blocks, [=](std::string_view view) {
                return read_canonical(view, height, width, colors);
            });
        },
        "text"_a, "blocks"_a, "height"_a, "width"_a, "colors"_a,
        nb::sig("def read_canonical(text: str, blocks: collections.abc.Callable[[int], object], "
                "height: int, width: int, colors: int) -> tuple[typing.Any, ...] | None"),
        "`read_text` for what follows the line `rows` of a canonical text. Colours have no names.");
}

}  // namespace nonosat::bind
