/** Decides which strings may become a CSS value: none that can end a declaration or load anything. */

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
/**
 * A function without nested functions that neither loads nor references anything: a colour function, or arithmetic
 * inside one.
 */
const INNERMOST =
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color(?:-mix)?|light-dark|calc|min|max|clamp)\([0-9a-z#.,%/*+\-\s]+\)/gi;
const ARITHMETIC = /^(?:calc|min|max|clamp)\(/i;
const FUNCTION_MAX = 200;
const QUOTED = /"[^"]*"|'[^']*'/g;
/** A word that cannot be a name: to CSS, `5px` is a length. */
const NO_NAME = /(?:^|[\s,])(?:-?\d|-(?:[\s,]|$))/;
const FONT_FAMILY = /^(?:[\p{L}\p{N} _-]+|"[\p{L}\p{N} _-]+"|'[\p{L}\p{N} _-]+')$/u;

/** A colour as CSS Color 5 writes it: a name, `#hex`, or one of the colour functions without `var()`. */
export function isColour(value: string): boolean {
  return HEX.test(value) || NAMES.has(value.toLowerCase()) || isColourFunction(value);
}

function isColourFunction(value: string): boolean {
  if (value.length > FUNCTION_MAX || ARITHMETIC.test(value)) return false;
  let left = value;
  for (let before = ''; left !== before; ) {
    before = left;
    left = left.replace(INNERMOST, '0');
  }
  return value !== left && left === '0';
}

/** A comma-separated list of font families, quoted or not. */
export function isFontFamily(value: string): boolean {
  // One by one, because a pattern for the whole list backtracks exponentially over spaces.
  return value.split(',').every(family => FONT_FAMILY.test(family.trim()));
}

/** As above, and valid CSS: a name with a word that begins with a digit, such as `"Exo 2"`, is in quotes. */
export function isWellQuotedFontFamily(value: string): boolean {
  return isFontFamily(value) && !NO_NAME.test(value.replace(QUOTED, ''));
}

const NAMES = /* @__PURE__ */ new Set(
  /* @__PURE__ */ (
    'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood ' +
    'cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray ' +
    'darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen ' +
    'darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue ' +
    'firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew ' +
    'hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan ' +
    'lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray ' +
    'lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue ' +
    'mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred ' +
    'midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid ' +
    'palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple ' +
    'rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue ' +
    'slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet ' +
    'wheat white whitesmoke yellow yellowgreen ' +
    'accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas canvastext field fieldtext ' +
    'graytext highlight highlighttext linktext mark marktext selecteditem selecteditemtext visitedtext'
  ).split(' '),
);
