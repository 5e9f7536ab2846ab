/** The styles of a page, which a test imports so that the page is laid out as it is in VS Code. */
declare module '*.css';
