import { startConsent } from '../../consent/start-consent.tsx';

startConsent();
