export type Language = 'en' | 'zh-CN';
