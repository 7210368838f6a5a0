// SPDX-License-Identifier: MIT
#include "text.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>

namespace nonosat::reading {

std::vector<Text> words(Text text) {
    std::vector<Text> found;
    for (text = left_stripped(text); !text.empty(); text = left_stripped(text)) {
        found.push_back(first_word(text));
        text.remove_prefix(found.back().size());
    }
    return found;
}

bool is_rgb(Text text) {
    if (!text.empty() && text.front() == U'#') text.remove_prefix(1);
    return (text.size() == 6 || text.size() == 3) &&
           std::all_of(text.begin(), text.end(), [](char32_t c) {
               return is_digit(c) || (U'a' <= c && c <= U'f') || (U'A' <= c && c <= U'F');
           });
}

String ascii(std::string_view text) { return String(text.begin(), text.end()); }

String quoted(Text text) {
    namespace nb = nanobind;
    const nb::object object = nb::steal(python::new_text(text));
    if (!object.is_valid()) throw nb::python_error();
    const nb::object shown = nb::steal(PyObject_Repr(object.ptr()));
    if (!shown.is_valid()) throw nb::python_error();
    String result(static_cast<std::size_t>(python::text_size(shown.ptr())), U' ');
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = PyUnicode_ReadChar(shown.ptr(), static_cast<Py_ssize_t>(i));
    return result;
}

String excerpt(Text text) {
    constexpr std::size_t kMost = 40;
    return text.size() <= kMost ? quoted(text) : quoted(text.substr(0, kMost)) + U"...";
}

String counted(std::size_t number, Text noun) {
    String digits = decimal(number);
    for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, 1, U',');
    return digits + U" " + String(noun) + (number == 1 ? U"" : U"s");
}

String is_not(Text text, Text what) {
    if (text.find(U'?') != Text::npos)
        return excerpt(text) +
               U" is a blotted clue (it hides a length): nonosat does not read those";
    return excerpt(text) + U" is not " + String(what);
}

}  // namespace nonosat::reading
