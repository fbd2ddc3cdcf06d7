/** What begins with a plus or a nought, or is parted as numbers without are in the Americas, Spain, Poland and China. */
const PHONE = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.,:/-])(?<!\d )(?:\+|\(?0)\d[\d ()./–-]{6,22}\d(?![\d:])`,
    String.raw`(?<!\d)\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)`,
    String.raw`\(\d{2}\) ?\d{4,5}[ -]\d{4}(?!\d)`,
    String.raw`(?<![\d.,] ?)[2-9]\d\d(?: \d{3}){2}(?![.,]?\d| \d)`,
    String.raw`(?<![\d.,] ?)[6-9]\d\d(?: \d\d){3}(?![.,]?\d| \d)`,
    String.raw`(?<!\d)1[3-9]\d{9}(?!\d)`,
  ].join('|'),
  'gu',
);
/** Fewer are a date, more are two. */
const PHONE_DIGITS_MIN = 9;
const PHONE_DIGITS_MAX = 15;
const EMAIL = /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]+\.\p{L}{2}/u;
const PRICE =
  /(?:[€$£¥₩₪₹₺]|(?<!\p{L})(?:chf|eur|usd|gbp))\s?\d|\d\s?(?:[€$£¥₩₪₹₺]|円|元|(?:[만천]\s?)?원|(?:euros?|eur|dollars?|usd|gbp|francs?|chf|zł|złotych|tl|lira|reais)(?!\p{L}))/iu;

/**
 * Terms for what a text shows without saying the word for it: nobody writes "our telephone number is" in front of one.
 * Those who ask say "phone number" (two words that are found as one), and their like in other languages by synonyms.
 */
export function shownTerms(text: string): string[] {
  const shown: string[] = [];
  if (text.match(PHONE)?.some(isPhone)) shown.push('phonenumber');
  if (EMAIL.test(text)) shown.push('emailaddress');
  if (PRICE.test(text)) shown.push('pricetag');
  return shown;
}

function isPhone(number: string): boolean {
  const digits = number.replace(/\D/g, '').length;
  return digits >= PHONE_DIGITS_MIN && digits <= PHONE_DIGITS_MAX;
}
