// Screens that come as one file: each in a file of its own, they weigh a tenth more.
export { Resources } from './resources/resources.tsx';
export { Settings } from './settings/settings.tsx';
