import { productOf, siteTitle } from '../../shared/model/site-title.ts';
import { word } from '../i18n/words.ts';

/** A site as a person knows it: the product, and for an installation or a page of its own its host too. */
export function platformName(platform: string): string {
  return platform.includes(':') ? siteTitle(platform) : siteName(platform);
}

export function siteName(adapter: string): string {
  return adapter === 'generic' ? word('site_generic') : (productOf(adapter) ?? adapter);
}
