import { startSend } from '../../send/start-send.tsx';

startSend();
