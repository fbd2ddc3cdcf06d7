/** Which way a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /ar|he/.test(language) ? 'rtl' : 'ltr';
}
