import JSZip from 'jszip';

/** The parts of a Word document with text: the body, footnotes and endnotes. */
const TEXT_PARTS = /^word\/(?:document\d*|footnotes|endnotes)\.xml$/;
const ALTERNATIVES = /<mc:AlternateContent\b[^>]*>([\s\S]*?)<\/mc:AlternateContent>/g;
const CHOICE = /<mc:Choice\b[^>]*>([\s\S]*?)<\/mc:Choice>/;
const FALLBACK = /<mc:Fallback\b[^>]*>([\s\S]*?)<\/mc:Fallback>/;
const DRAWING = /<w:drawing\b[^>]*>([\s\S]*?)<\/w:drawing>/g;
const TEXT_BOX = /<w:txbxContent\b[^>]*>[\s\S]*?<\/w:txbxContent>/g;
const VML = 'urn:schemas-microsoft-com:vml';
const FIELD = /<\/?w:fldSimple\b[^>]*>/g;

/**
 * A Word document in which the reader finds the text of all text boxes and simple fields: it knows text boxes of Word 2007
 * only, and leaves out simple fields with their results. Returns the bytes unchanged if there is nothing to do.
 * @throws for a damaged archive
 */
export async function withTextBoxes(buffer: Buffer): Promise<Buffer> {
  const zip = await JSZip.loadAsync(buffer);
  let isChanged = false;
  for (const [path, file] of Object.entries(zip.files)) {
    if (!TEXT_PARTS.test(path)) continue;
    const xml = await file.async('string');
    const changed = readable(xml);
    if (changed === xml) continue;
    zip.file(path, changed);
    isChanged = true;
  }
  return isChanged ? await zip.generateAsync({ type: 'nodebuffer', compression: 'STORE' }) : buffer;
}

function readable(xml: string): string {
  const text = xml.includes('w:fldSimple') ? xml.replace(FIELD, '') : xml;
  if (!text.includes('w:txbxContent')) return text;
  return text
    .replace(ALTERNATIVES, (whole, inner: string) => {
      const [, fallback = ''] = FALLBACK.exec(inner) ?? [];
      // The reader takes the fallback.
      if (fallback.includes('w:txbxContent')) return whole;
      const [, choice = ''] = CHOICE.exec(inner) ?? [];
      return choice.includes('w:txbxContent') ? choice : whole;
    })
    .replace(DRAWING, (whole, inner: string) => {
      const boxes = inner.match(TEXT_BOX);
      return boxes
        ? boxes.map(box => `<w:pict><v:textbox xmlns:v="${VML}">${box}</v:textbox></w:pict>`).join('')
        : whole;
    });
}
