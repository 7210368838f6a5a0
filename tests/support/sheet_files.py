# SPDX-License-Identifier: MIT
"""Small files of Excel and LibreOffice, as their programs write them."""

from __future__ import annotations

from datetime import date
from html import escape
from io import BytesIO
from zipfile import ZipFile

Cell = str | float | date
COLORED = "\0"
"""An empty cell with another colour than white."""
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def xlsx(*sheets: list[list[Cell]]) -> bytes:
    """A file .xlsx with one sheet for each list of rows; empty texts are empty cells."""
    numbers = range(1, len(sheets) + 1)
    names = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="rId{n}"/>' for n in numbers)
    styles = f"rId{len(sheets) + 1}"
    relations = "".join(
        f'<Relationship Id="rId{n}" Type="{_RELATIONS}/worksheet" Target="worksheets/s{n}.xml"/>'
        for n in numbers
    )
    relations += f'<Relationship Id="{styles}" Type="{_RELATIONS}/styles" Target="styles.xml"/>'
    parts = [("workbook", "sheet.main"), ("styles", "styles")]
    parts += [(f"worksheets/s{n}", "worksheet") for n in numbers]
    kinds = (
        f'<Override PartName="/xl/{part}.xml" ContentType="application/vnd.'
        f'openxmlformats-officedocument.spreadsheetml.{kind}+xml"/>'
        for part, kind in parts
    )
    files = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        'relationships+xml"/>' + "".join(kinds) + "</Types>",
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>{names}'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f"{relations}</Relationships>",
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><fonts><font/></fonts><fills><fill>'
        '<patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
        '<fill><patternFill patternType="solid"><fgColor rgb="FF203040"/></patternFill></fill>'
        '</fills><borders><border/></borders><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>'
        '<xf numFmtId="0" fillId="2" applyFill="1"/></cellXfs></styleSheet>',
    }
    for number, rows in enumerate(sheets, start=1):
        data = "".join(
            f'<row r="{y}">{"".join(_cell(x, y, cell) for x, cell in enumerate(row))}</row>'
            for y, row in enumerate(rows, start=1)
        )
        files[f"xl/worksheets/s{number}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{data}</sheetData></worksheet>'
        )
    return _archive(files)


def _cell(x: int, y: int, cell: Cell) -> str:
    place = f'r="{chr(65 + x)}{y}"'
    match cell:
        case "":
            return ""
        case "\0":
            return f'<c {place} s="2"/>'
        case str():
            return f'<c {place} t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
        case date():
            return (
                f'<c {place} s="1"><v>{cell.toordinal() - date(1899, 12, 30).toordinal()}</v></c>'
            )
        case _:
            return f"<c {place}><v>{cell}</v></c>"


def ods(rows: list[list[str]]) -> bytes:
    """A file .ods with one sheet of texts."""
    lines = "".join(
        "<table:table-row>"
        + "".join(
            '<table:table-cell office:value-type="string">'
            f"<text:p>{escape(cell)}</text:p></table:table-cell>"
            if cell
            else "<table:table-cell/>"
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    content = (
        f'<office:document-content xmlns:office="{_OASIS}:office:1.0" '
        f'xmlns:table="{_OASIS}:table:1.0" xmlns:text="{_OASIS}:text:1.0"><office:body>'
        f'<office:spreadsheet><table:table table:name="S1">{lines}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return _archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": content,
            "META-INF/manifest.xml": "<manifest/>",
        }
    )


def _archive(files: dict[str, str]) -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return stream.getvalue()
