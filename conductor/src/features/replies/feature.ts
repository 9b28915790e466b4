export { createFrameRecorder } from './record-frame.ts';
