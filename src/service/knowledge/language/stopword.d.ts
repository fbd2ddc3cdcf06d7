/** Stop words of each language, by its three-letter code. The package ships no types. */
declare module 'stopword' {
  export const ces: readonly string[];
  export const dan: readonly string[];
  export const ell: readonly string[];
  export const fin: readonly string[];
  export const hun: readonly string[];
  export const ind: readonly string[];
  export const nob: readonly string[];
  export const ron: readonly string[];
  export const rus: readonly string[];
  export const swe: readonly string[];
  export const tha: readonly string[];
  export const ukr: readonly string[];
  export const vie: readonly string[];
}
