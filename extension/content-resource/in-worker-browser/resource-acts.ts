import { actsPart } from '../acts-part.ts';
import { teachPage } from '../teach-page.ts';

teachPage('acts', actsPart);
