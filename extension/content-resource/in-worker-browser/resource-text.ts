import { teachPage } from '../teach-page.ts';
import { textPart } from '../text-part.ts';

teachPage('text', textPart);
