// SPDX-License-Identifier: MIT
// The parts of Python's C API that the binding and the readers use beyond its stable part: the
// items of tuples, lists and bytes, whose type the caller has checked; texts as code points; and
// the rules about characters.
//
// A wheel for one version of Python takes macros, which are single loads, and the tables of
// characters. A wheel for the stable ABI (Py_LIMITED_API, from Python 3.12 on) has only functions,
// and asks the methods of `str` about a character. It is slower, so both kinds are made.
#pragma once

#include <Python.h>

#include <bit>
#include <string_view>

namespace nonosat::python {

#ifdef Py_LIMITED_API
inline Py_ssize_t tuple_size(PyObject* tuple) { return PyTuple_Size(tuple); }
inline PyObject* tuple_item(PyObject* tuple, Py_ssize_t i) { return PyTuple_GetItem(tuple, i); }
inline void set_tuple_item(PyObject* tuple, Py_ssize_t i, PyObject* item) {
    PyTuple_SetItem(tuple, i, item);
}
inline Py_ssize_t list_size(PyObject* list) { return PyList_Size(list); }
inline PyObject* list_item(PyObject* list, Py_ssize_t i) { return PyList_GetItem(list, i); }
inline const char* bytes_data(PyObject* bytes) { return PyBytes_AsString(bytes); }
inline Py_ssize_t bytes_size(PyObject* bytes) { return PyBytes_Size(bytes); }
inline Py_ssize_t text_size(PyObject* text) { return PyUnicode_GetLength(text); }
// A new reference, or null with an error; half a surrogate pair is a character like others.
inline PyObject* new_text(std::u32string_view text) {
    int order = std::endian::native == std::endian::little ? -1 : 1;
    return PyUnicode_DecodeUTF32(reinterpret_cast<const char*>(text.data()),
                                 static_cast<Py_ssize_t>(4 * text.size()), "surrogatepass", &order);
}
// str.METHOD() of one character; false if there is no memory for it.
inline bool holds(char32_t c, const char* method) {
    PyObject* text = new_text({&c, 1});
    PyObject* answer = text == nullptr ? nullptr : PyObject_CallMethod(text, method, nullptr);
    const bool result = answer == Py_True;
    if (answer == nullptr) PyErr_Clear();
    Py_XDECREF(answer);
    Py_XDECREF(text);
    return result;
}
inline bool is_space(char32_t c) { return holds(c, "isspace"); }
inline bool is_alpha(char32_t c) { return holds(c, "isalpha"); }
inline bool is_alnum(char32_t c) { return holds(c, "isalnum"); }
inline bool is_decimal(char32_t c) { return holds(c, "isdecimal"); }
inline bool is_numeral(char32_t c) { return holds(c, "isdigit"); }
#else
inline Py_ssize_t tuple_size(PyObject* tuple) { return PyTuple_GET_SIZE(tuple); }
inline PyObject* tuple_item(PyObject* tuple, Py_ssize_t i) { return PyTuple_GET_ITEM(tuple, i); }
inline void set_tuple_item(PyObject* tuple, Py_ssize_t i, PyObject* item) {
    PyTuple_SET_ITEM(tuple, i, item);
}
inline Py_ssize_t list_size(PyObject* list) { return PyList_GET_SIZE(list); }
inline PyObject* list_item(PyObject* list, Py_ssize_t i) { return PyList_GET_ITEM(list, i); }
inline const char* bytes_data(PyObject* bytes) { return PyBytes_AS_STRING(bytes); }
inline Py_ssize_t bytes_size(PyObject* bytes) { return PyBytes_GET_SIZE(bytes); }
inline Py_ssize_t text_size(PyObject* text) { return PyUnicode_GET_LENGTH(text); }
inline PyObject* new_text(std::u32string_view text) {
    return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, text.data(),
                                     static_cast<Py_ssize_t>(text.size()));
}
inline bool is_space(char32_t c) { return Py_UNICODE_ISSPACE(static_cast<Py_UCS4>(c)); }
inline bool is_alpha(char32_t c) { return Py_UNICODE_ISALPHA(static_cast<Py_UCS4>(c)); }
inline bool is_alnum(char32_t c) { return Py_UNICODE_ISALNUM(static_cast<Py_UCS4>(c)); }
inline bool is_decimal(char32_t c) { return Py_UNICODE_ISDECIMAL(static_cast<Py_UCS4>(c)); }
inline bool is_numeral(char32_t c) { return Py_UNICODE_ISDIGIT(static_cast<Py_UCS4>(c)); }
#endif

}  // namespace nonosat::python
