import { startPopup } from '../../popup/start-popup.tsx';

startPopup();
