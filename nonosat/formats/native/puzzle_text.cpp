// SPDX-License-Identifier: MIT
#include "puzzle_text.hpp"

#include <algorithm>

namespace nonosat::reading {
namespace {

bool fits(const std::optional<Picture>& picture, const PuzzleText& puzzle) {
    if (!picture) return true;
    return picture->height == static_cast<int>(puzzle.rows.size()) &&
           picture->width == static_cast<int>(puzzle.columns.size()) &&
           (!picture->black_letters || puzzle.letters == U"#");
}

// Whether clues fit lines of a length; their cells are added to `cells`, by colour.
bool sound(const PuzzleText& puzzle, const std::vector<Clue>& clues, int length,
           std::vector<long>& cells, bool& all_given) {
    const int colors = puzzle.color_count();
    for (const Clue& clue : clues) {
        all_given &= clue.given;
        int needed = 0, before = 0;
        for (const Block& block : puzzle.blocks_of(clue)) {
            if (block.color < 1 || block.color > colors) return false;
            if (block.length < 1 || block.length > length) return false;
            needed += block.length + (block.color == before);
            if (needed > length) return false;
            before = block.color;
            cells[static_cast<std::size_t>(block.color)] += block.length;
        }
    }
    return true;
}

}  // namespace

bool sound(PuzzleText& puzzle) {
    if (!puzzle.faults.empty() || !puzzle.buildable) return false;
    const auto height = puzzle.rows.size(), width = puzzle.columns.size();
    if (height < 1 || height > kMaxSide || width < 1 || width > kMaxSide) return false;
    std::vector<long> in_rows(static_cast<std::size_t>(puzzle.color_count()) + 1);
    std::vector<long> in_columns(in_rows.size());
    bool all_given = true;
    if (!sound(puzzle, puzzle.rows, static_cast<int>(width), in_rows, all_given)) return false;
    if (!sound(puzzle, puzzle.columns, static_cast<int>(height), in_columns, all_given))
        return false;
    if (all_given && in_rows != in_columns) return false;
    if (!fits(puzzle.goal, puzzle) || !fits(puzzle.printed, puzzle)) return false;
    if (puzzle.printed && puzzle.printed->cells.find_first_not_of(kUnknown) == std::string::npos)
        puzzle.printed.reset();
    return true;
}

std::vector<String> set_palette(PuzzleText& puzzle, const std::vector<ColorText>& colors,
                                const String& background) {
    nb::list parts;
    for (const ColorText& color : colors)
        parts.append(nb::make_tuple(
            to_python(color.name), to_python(color.rgb),
            color.letter ? nb::object(to_python(*color.letter)) : nb::object(nb::none())));
    std::vector<String> faults;
    try {
        const nb::object made = puzzle.palette_of(nb::tuple(parts), to_python(background));
        puzzle.palette = made[0];
        puzzle.letters = from_python(made[1]);
    } catch (nb::python_error& error) {
        if (!error.matches(nb::module_::import_("nonosat.errors").attr("PuzzleError"))) throw;
        for (const nb::handle fault : error.value().attr("faults"))
            faults.push_back(from_python(nb::str(fault)));
    }
    return faults;
}

nb::str to_python(Text text) {
    PyObject* object = python::new_text(text);
    if (object == nullptr) throw nb::python_error();
    return nb::steal<nb::str>(object);
}

String from_python(nb::handle text) {
    String result;
    from_python(text, result);
    return result;
}

void from_python(nb::handle text, String& result) {
    result.resize(static_cast<std::size_t>(python::text_size(text.ptr())));
    if (PyUnicode_AsUCS4(text.ptr(), reinterpret_cast<Py_UCS4*>(result.data()),
                         static_cast<Py_ssize_t>(result.size()), 0) == nullptr)
        throw nb::python_error();
}

}  // namespace nonosat::reading
