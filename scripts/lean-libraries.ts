import type { Plugin } from 'vite';

interface Cut {
  /** The end of the file's name in its package. */
  file: string;
  what: RegExp;
  instead: string;
}

const CSS_TAG = 'css-tag.js';
const REACTIVE = 'reactive-element.js';
const HTML = 'lit-html.js';
const ELEMENT = 'lit-element.js';
const PARSE = 'parse.js';

/**
 * Lit asks for constructable style sheets and for its polyfills. Whatever runs this syntax has the ones and not the
 * others. It also writes down its version, for a warning that only its development build gives, and keeps a global
 * register and initializers for decorators, which nobody here uses.
 */
const ANYWHERE: readonly Cut[] = [
  { file: REACTIVE, what: /\w+\.reactiveElementPolyfillSupport/, instead: '(void 0)' },
  { file: HTML, what: /\w+\.litHtmlPolyfillSupport/, instead: '(void 0)' },
  { file: ELEMENT, what: /\w+\.litElementHydrateSupport/, instead: '(void 0)' },
  { file: ELEMENT, what: /\w+\.litElementPolyfillSupport/, instead: '(void 0)' },
  {
    file: CSS_TAG,
    what: /\w+\.ShadowRoot&&\(void 0===.*?in CSSStyleSheet\.prototype/,
    instead: 'true',
  },
  { file: REACTIVE, what: /\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/, instead: '0' },
  { file: HTML, what: /\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/, instead: '0' },
  { file: ELEMENT, what: /\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/, instead: '0' },
  { file: REACTIVE, what: /static addInitializer\(.*?(?=static get observedAttributes)/, instead: '' },
  { file: REACTIVE, what: /,void 0!==(\w+)\.l&&\(this\.l=\[\.\.\.\1\.l\]\)/, instead: '' },
  { file: REACTIVE, what: /,this\.constructor\.l\?\.forEach\((\w+)=>\1\(this\)\)/, instead: '' },
  {
    file: REACTIVE,
    what: /Symbol\.metadata\?\?=Symbol\("metadata"\),\w+\.litPropertyMetadata\?\?=new WeakMap;/,
    instead: '',
  },
  {
    file: REACTIVE,
    what: /const (\w+)=this\[Symbol\.metadata\];if\(null!==\1\)\{.*?elementProperties\.set\(\w+,\w+\)\}/,
    instead: '',
  },
];

/**
 * What the widget's templates don't use: directives, `noChange`, lists that are no arrays, parts for elements and
 * comments, values inside of <title> and <style>, SVG and MathML on their own, precompiled templates; and properties of
 * other types than String and Boolean, with a converter, with accessors of their own, or asked for anew by name. That no
 * string gets into a style sheet is looked after where Lit is whole: in the tests.
 */
const IN_THE_WIDGET: readonly Cut[] = [
  {
    file: HTML,
    what: /(function \w+\(\w+,(\w+)),.*?\)\{if\(\2===\w+\)return \2;.*?,\2\}(?=class)/,
    instead: '$1){return $2}',
  },
  { file: HTML, what: /else \w+\.startsWith\(\w+\)&&\(\w+\.push\(\{type:6,.*?\)\)/, instead: '' },
  { file: HTML, what: /:1===(\w+)\.type\?(\w+=new \1\.ctor\(.*?\)):6===.*?\)(?=,)/, instead: ':$2' },
  { file: HTML, what: /if\(\w+\.test\(\w+\.tagName\)\)\{.*?\}\}(?=\}else if\(8===)/, instead: '' },
  { file: HTML, what: /\(\w+\.test\(\w+\[2\]\)&&\(.*?\)\),(\w+=\w+)\)/, instead: '($1)' },
  { file: HTML, what: /else\{let (\w+)=-1;for\(.*?\1\+=\w+\.length-1\}/, instead: '' },
  { file: HTML, what: /if\((this\.el=[^;{]*),2===\w+\|\|3===\w+\)\{.*?\}(?=for\()/, instead: '$1;' },
  { file: HTML, what: /"number"==typeof \w+\?(this\._\$AC\(\w+\)):\(.*?\),\w+\)/, instead: '$1' },
  { file: HTML, what: /get parentNode\(\)\{return.*?get _\$AU\(\)\{.*?\}/, instead: '' },
  { file: HTML, what: /get _\$AU\(\)\{return this\._\$AM\?.*?\}/, instead: '' },
  { file: HTML, what: /get parentNode\(\)\{let.*?get endNode\(\)\{.*?\}/, instead: '' },
  { file: HTML, what: /get tagName\(\)\{.*?get _\$AU\(\)\{.*?\}/, instead: '' },
  { file: HTML, what: /,this\._\$Cv=\w+\?\.isConnected\?\?!0/, instead: '' },
  { file: HTML, what: /this\._\$AP\?\.\(!1,!0,\w+\);/, instead: ';' },
  { file: HTML, what: /setConnected\(\w+\)\{.*?\}/, instead: '' },
  { file: ELEMENT, what: /connectedCallback\(\)\{.*?setConnected\(!1\)\}/, instead: '' },
  {
    file: ELEMENT,
    what: /this\.hasUpdated\|\|\(this\.renderOptions\.isConnected=this\.isConnected\),/,
    instead: '',
  },
  { file: REACTIVE, what: /case Object:case Array:\w+=null==.*?\}return/, instead: '}return' },
  { file: REACTIVE, what: /case Number:.*?\}return/, instead: '}return' },
  { file: REACTIVE, what: /\(void 0!==\w+\.converter\?\.toAttribute\?\w+\.converter:(\w+)\)/, instead: '$1' },
  { file: REACTIVE, what: /"function"==typeof \w+\.converter\?.*?\.converter:(\w+)/, instead: '$1' },
  { file: HTML, what: /\(\w+\?\.creationScope\?\?(\w+)\)/, instead: '$1' },
  {
    file: HTML,
    what: /\((\w+),(\w+),(\w+)\)=>\{const \w+=\3\?\.renderBefore\?\?\2;let (\w+)=\w+(\._\$litPart\$);if\(void 0===\4\)\{.*?(new \w+\()\2\.insertBefore\((\w+\(\)),\w+\),\w+,/,
    instead: '($1,$2,$3)=>{let $4=$2$5;if(void 0===$4){$2$5=$4=$6$2.appendChild($7),null,',
  },
  {
    file: HTML,
    what: /\|\|(\w+)\.capture!==(\w+)\.capture\|\|\1\.once!==\2\.once\|\|\1\.passive!==\2\.passive/,
    instead: '',
  },
  {
    file: HTML,
    what: /"function"==typeof this\._\$AH\?(this\._\$AH\.call\(.*?\)):this\._\$AH\.handleEvent\(\w+\)/,
    instead: '$1',
  },
  { file: ELEMENT, what: /createRenderRoot\(\)\{.*?\}/, instead: '' },
  {
    file: REACTIVE,
    what: /,this\.prototype\.hasOwnProperty\(\w+\)&&\(\((\w+)=Object\.create\(\1\)\)\.wrapped=!0\)/,
    instead: '',
  },
  {
    file: REACTIVE,
    what: /const \w+=this\.constructor\.elementProperties;if\(\w+\.size>0\)for\(.*?\)\}(?=\}let)/,
    instead: '',
  },
  { file: REACTIVE, what: /,wrapped:\w+\},\w+\)/, instead: '})' },
  {
    file: REACTIVE,
    what: /\((this\._\$Ej\.set\(\w+,)\w+\?\?(\w+\?\?this\[\w+\]\)),!0!==\w+\|\|void 0!==\w+\)/,
    instead: '$1$2',
  },
  { file: REACTIVE, what: /\[\.\.\.(\w+\(\w+\)),\.\.\.\w+\(\w+\)\]/, instead: '$1' },
  {
    file: REACTIVE,
    what: /(\w+)=this\.shouldUpdate\(\w+\),\1\?(\(.*?\)):this\._\$EM\(\)\}catch/,
    instead: '$1=!0,$2}catch',
  },
  { file: REACTIVE, what: /shouldUpdate\(\w+\)\{return!0\}/, instead: '' },
  { file: REACTIVE, what: /(static finalizeStyles\((\w+)\)\{).*?return \w+\}/, instead: '$1return $2??[]}' },
  {
    file: CSS_TAG,
    what: /\{if\(!0===(\w+)\._\$cssResult\$\).*?throw Error\(.*?\)\}\)/,
    instead: '$1.cssText??$1)',
  },
  { file: CSS_TAG, what: /(\w+) instanceof CSSStyleSheet\?\1:(?=\w+\.styleSheet)/, instead: '' },
  // What a directive, a part inside of another or a value that is left as it was would be told.
  { file: HTML, what: /(\w+)=\w+\(this,\1,\w+(?:,0)?\),/g, instead: '' },
  {
    file: HTML,
    what: /(\w+=)\w+\(this,(\w+\[\w+\+\w+\]),\w+,(\w+)\),\w+===\w+&&\(\w+=this\._\$AH\[\3\]\),/,
    instead: '$1$2,',
  },
  { file: HTML, what: /if\(\((\w+)=\w+\(this,\1,\w+,0\)(\?\?)(\w+)\)===\w+\)return;/, instead: '$1$2=$3;' },
  { file: HTML, what: /&&(\w+)!==\w+(?=&&this\._\(\1\)|,(\w+)&&\(this\._\$AH=\1\))/g, instead: '' },
  { file: HTML, what: /this\._\$AN=void 0,/g, instead: '' },
  { file: HTML, what: /,this\._\$AM=\w+(?=\}u\()/, instead: '' },
  { file: HTML, what: /this\._\$AM=\w+,/g, instead: '' },
  { file: HTML, what: /this\.type=\d,/g, instead: '' },
  { file: HTML, what: /constructor\([\w,]*\)\{super\([\w,.]*\),this\.type=\d\}/g, instead: '' },
  { file: HTML, what: /\|\|"function"==typeof \w+\?\.\[Symbol\.iterator\]/, instead: '' },
  { file: HTML, what: /\((\w+),\w+=this\)\{/g, instead: '($1){' },
  { file: HTML, what: /if\(\w+\.hasAttributes\(\)\)/, instead: '' },
  { file: HTML, what: /void 0!==(\w+)&&\((void 0!==\1\.strings.*?)\),(?=\w+\+\+)/, instead: '$2,' },
  { file: HTML, what: /=\w+\((\w+)\)\.nextSibling;\w+\(\1\)/, instead: '=$1.nextSibling;$1' },
  { file: ELEMENT, what: /,this\._\$Do=void 0/, instead: '' },
  { file: ELEMENT, what: /this\._\$Do=/, instead: '' },
  { file: ELEMENT, what: /\w+\._\$litElement\$=!0,/, instead: '' },
  { file: ELEMENT, what: /render\(\)\{return \w+\}/, instead: '' },
  // Accessors that a class has under the name of a property, and properties with their own ideas of a change.
  {
    file: REACTIVE,
    what: /(getPropertyDescriptor\(\w+,(\w+),\w+\)\{)const\{.*?return\{get:(\w+),set\((\w+)\)\{const (\w+)=\3\?\.call\(this\);\w+\?\.call\(this,\4\),/,
    instead: '$1return{get(){return this[$2]},set(value){const $5=this[$2];this[$2]=value,',
  },
  {
    file: REACTIVE,
    what: /const (\w+)=Symbol\(\),(\w+)=(this\.getPropertyDescriptor\(\w+,)\1(,\w+\));void 0!==\2&&(\w+\(this\.prototype,\w+,)\2\)/,
    instead: '$5$3Symbol()$4)',
  },
  { file: REACTIVE, what: /"string"==typeof (\w+)\?(\1\.toLowerCase\(\)):void 0/, instead: '$2' },
  {
    file: REACTIVE,
    what: /(requestUpdate\(\w+,\w+,\w+),(\w+)=!1,(\w+)\)(\{if\(.*?this\.constructor);if\(!1===\2&&\(\3=(this\[\w+\])\),/,
    instead: '$1)$4,$3=$5;if(',
  },
  { file: REACTIVE, what: /\(\w+\.hasChanged\?\?(\w+)\)/, instead: '$1' },
  { file: REACTIVE, what: /\{attribute:!0,.*?\}(?=;)/, instead: '{}' },
  {
    file: REACTIVE,
    what: /const (\w+)=\w+\.toAttribute\((\w+),(\w+\.type)\)/,
    instead: 'const $1=$3===Boolean?$2?"":null:$2',
  },
  {
    file: REACTIVE,
    what: /,(\w+)=\w+(;this\._\$Em=\w+;const \w+=)\1\.fromAttribute\((\w+),(\w+\.type)\)/,
    instead: '$2$4===Boolean?null!==$3:$3',
  },
  {
    file: REACTIVE,
    what: /let (\w+)=!1;(const \w+=this\._\$AL;try\{)\1=!0,\((.*?)\)(\}catch\(\w+\)\{throw )\1=!1,(.*?\})\1&&/,
    instead: '$2$3$4$5',
  },
  { file: REACTIVE, what: /\w+\?\?=\w+\.getPropertyOptions\(\w+\),/, instead: '' },
  { file: REACTIVE, what: /static getPropertyOptions\(.*?\}/, instead: '' },
  { file: REACTIVE, what: /getPropertyOptions(?=\()/, instead: 'elementProperties.get' },
  { file: REACTIVE, what: /static finalizeStyles\(.*?\}/, instead: '' },
  { file: REACTIVE, what: /this\.finalizeStyles\((this\.styles)\)/, instead: '$1' },
  { file: REACTIVE, what: /\w+\.elementStyles=\[\],/, instead: '' },
  { file: REACTIVE, what: /enableUpdating\(\w+\)\{\}/, instead: '' },
  { file: REACTIVE, what: /this\._\$Eh&&(?=\[)/, instead: '' },
  { file: REACTIVE, what: /this\._\$Ei\(\),(?=this\.elementProperties)/, instead: '' },
  {
    file: REACTIVE,
    what: /static _\$Ei\(\)\{.*?const \w+=(\w+)\(this\);.*?\}(static finalize\(\)\{.*?)this\._\$Ei\(\)/,
    instead: '$2this.elementProperties=new Map(($1(this).finalize(),$1(this).elementProperties))',
  },
  {
    file: REACTIVE,
    what: /attributeChangedCallback\(\w+,\w+,\w+\)\{.*?\}(.*?)_\$AK\((\w+),/,
    instead: '$1attributeChangedCallback($2,_,',
  },
  { file: REACTIVE, what: /this\._\$EO\?\.forEach\(\w+=>\w+\.hostUpdate\?\.\(\)\),/, instead: '' },
  { file: REACTIVE, what: /\w+=\w+\.trustedTypes,.*?"",/, instead: '' },
  { file: REACTIVE, what: /getOwnPropertyDescriptor:\w+,/, instead: '' },
  { file: REACTIVE, what: /getOwnPropertySymbols:\w+,/, instead: '' },
  { file: ELEMENT, what: /super\(\.\.\.arguments\)/, instead: 'super()' },
  // A sheet for each list of strings that comes again.
  {
    file: CSS_TAG,
    what: /constructor\((\w+),\w+,\w+\)\{if\(.*?;(this\.cssText=\1),this\.t=\w+\}/,
    instead: 'constructor($1){$2}',
  },
  {
    file: CSS_TAG,
    what: /let \w+=this\.o;.*?toString\(\)\{.*?\}/,
    instead: 'return this.o||(this.o=new CSSStyleSheet).replaceSync(this.cssText),this.o}',
  },
  { file: CSS_TAG, what: /1===\w+\.length\?\w+\[0\]:/, instead: '' },
  { file: CSS_TAG, what: /(return new \w+\(\w+),\w+,\w+\)(?=\})/, instead: '$1)' },
  // One kind of what can be gone through, properties that every element has, and what a part of a page is told alone.
  { file: REACTIVE, what: /\w+\[\w+\("elementProperties"\)\]=new Map,/, instead: '' },
  { file: HTML, what: /(_\$AI\(\w+,\w+)=this(,\w+),(\w+)(\)\{.*?)&&!\3&&/, instead: '$1$2$4&&' },
  { file: HTML, what: /(void 0,\w+)\?\?\{\}(\)\}\)?)return (\w+\._\$AI\(\w+\)),\w+\}/, instead: '$1$2$3}' },
  {
    file: REACTIVE,
    what: /(requestUpdate\(\w+,\w+,\w+\)\{.*?if\(!\()\w+(?=\(\w+,\w+\)\|\|)/,
    instead: '$1!Object.is',
  },
  { file: HTML, what: /this\._\$AH=\w+,(?=this\.element)/, instead: '' },
  { file: HTML, what: /(=Array\.isArray,\w+=)\w+=>(\w+)\(\w+\)/, instead: '$1$2' },
  { file: REACTIVE, what: /void 0!==(\w+)&&(?=this\._\$Em!==\1)/, instead: '' },
];

/**
 * Lit's scanner knows all of HTML, ours what the widget's templates are written in: values in texts, and in attributes
 * without quotes or in double ones. A test has both read every template.
 */
const SCANNER: readonly Cut[] = [
  {
    file: HTML,
    what: /(const \w+=\((\w+),(\w+)\)=>\{).*?\?\w+\+(\w+):\w+>=0\?\(\w+\.push\(\w+\),\w+\.slice\(0,\w+\)\+(\w+)\+\w+\.slice\(\w+\)\+(\w+)\+.*?return\[(\w+)\(.*?(?=\};class)/,
    instead: `$1
    const names = [];
    let markup = '';
    let inTag = false;
    for (const text of $2.slice(0, -1)) {
      if (/[<>]/.test(text)) inTag = text.lastIndexOf('<') > text.lastIndexOf('>');
      const named = (_, name, value) => (names.push(name), ' ' + name + $5 + value);
      markup += inTag ? text.replace(/\\s([^\\s"=]+)(="[^"]*|=[^\\s"]*)$/, named) + $6 : text + $4;
    }
    markup += $2.at(-1) || '<?>';
    return [$7($2, markup), names];`,
  },
  // Its patterns.
  { file: HTML, what: /\w+="\[ \\t.*?(?=\w+=\w+=>\(\w+,\.\.\.)/, instead: '' },
];

/**
 * What the widget's reader of events does not ask for: names of events and times to retry. It hands on whole lines, so
 * that none has to be kept for its rest.
 */
const OF_EVENTS: readonly Cut[] = [
  { file: PARSE, what: /case 'event':\s.*?break;/s, instead: '' },
  { file: PARSE, what: /case 'retry':\s.*?break;/s, instead: '' },
  { file: PARSE, what: /onId\((message\.id = value)\)/, instead: '$1' },
  { file: PARSE, what: /event: '',/, instead: '' },
  { file: PARSE, what: /retry: undefined,/, instead: '' },
  { file: PARSE, what: /if \(buffer === undefined\) (\{.*?\})\s+else \{.*?\}/s, instead: '$1' },
  { file: PARSE, what: /if \(lineStart === bufLength\) \{.*?\}\s+else if .*?\}/s, instead: '' },
];

/** What Lit tells the author of a template. */
const ERROR = /Error\("(?:[^"\\]|\\.)*"(?:\+\w+\+"(?:[^"\\]|\\.)*")?\)/g;

const LIBRARY =
  /\/node_modules\/(?:@lit|lit-html|lit-element|@microsoft\/fetch-event-source)\/(?:.*\/)?([\w-]+\.js)$/;

/** Takes out of the libraries what our elements have no use for. */
export function leanLibraries(bundle: string): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    transform(code, id) {
      const file = LIBRARY.exec(id)?.[1];
      return file && lean(bundle, file, code);
    },
  };
}

/** @throws Error when a new release of the library reads differently. */
export function lean(bundle: string, file: string, code: string): string {
  const cuts = bundle === 'agent-chat' ? [...ANYWHERE, ...IN_THE_WIDGET, ...SCANNER, ...OF_EVENTS] : ANYWHERE;
  let left = code;
  for (const { what, instead } of cuts.filter(cut => cut.file === file)) {
    if (!what.test(left)) throw new Error(`${file} has changed: ${what} is not in it`);
    left = left.replace(what, instead);
  }
  return left.replace(ERROR, 'Error("lit")');
}
