import { startSendPage } from '../../send/start-send-page.tsx';

startSendPage();
