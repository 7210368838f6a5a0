// SPDX-License-Identifier: MIT
// Who answers: null means the server that sent this page. The site, which has no server, has another
// file of this name (made by .ci/tab/tab_site.py), with the list of its files and of the parts of
// Python that answer in this tab. It is a plain script, since sw.js reads it too.
/** @type {any} */ (self).TAB = null;
