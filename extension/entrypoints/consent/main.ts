import { startConsent } from '../../consent/start-consent.ts';

startConsent();
