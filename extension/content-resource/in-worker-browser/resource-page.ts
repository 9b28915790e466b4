import { beginInPage } from '../begin-in-page.ts';

// Evaluated in a world of its own in the pages of a worker's browsers; the first one in a document stays.
beginInPage();
