import { startSend } from '../../send/start-send.ts';

startSend();
