/** Vite makes them files of their own. */
declare module '*.css';
