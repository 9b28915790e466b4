import './htmx-global.js';
import 'htmx-ext-sse';
