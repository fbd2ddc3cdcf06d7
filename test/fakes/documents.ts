/** Small but real PDF and DOCX files, written byte by byte as the formats say. */
import { crc32 } from 'node:zlib';

/** Lines of a page; one that begins with `# ` is set larger, as a heading. Tabs part the cells of columns. */
export type PdfPage = readonly string[];

/** A PDF with text, one content stream a page. `encrypted` marks it as locked by a password nobody gives. */
export function pdfOf(
  pages: readonly PdfPage[],
  options: { title?: string; encrypted?: boolean } = {},
): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const catalog = add('<< /Type /Catalog /Pages 2 0 R >>');
  add('');
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const kids = pages.map(lines => {
    const stream = contentOf(lines);
    const content = add(`<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`);
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    );
  });
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map(kid => `${kid} 0 R`).join(' ')}] >>`;
  const info = add(`<< /Title (${options.title ?? ''}) >>`);
  const locked = '0'.repeat(64);
  const encrypt = options.encrypted
    ? ` /Encrypt ${add(`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${locked}> /U <${locked}> >>`)} 0 R /ID [<00> <00>]`
    : '';

  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, i) => {
    const offset = Buffer.byteLength(file, 'latin1');
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(file, 'latin1');
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R${encrypt} >>\n`;
  file += `startxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function contentOf(lines: PdfPage): string {
  let y = 800;
  return lines
    .map(line => {
      const isHeading = line.startsWith('# ');
      y -= line === '' ? 20 : isHeading ? 30 : 14;
      const text = line.replace(/^# /, '').replace(/[\\()]/g, '\\$&');
      return text
        .split('\t')
        .map((cell, i) => cell && `BT /F1 ${isHeading ? 20 : 11} Tf ${50 + i * 190} ${y} Td (${cell}) Tj ET`)
        .join('\n');
    })
    .join('\n');
}

/** A Word document: `# ` begins a heading, `Title: ` the paragraph of that style, anything else is a paragraph. */
export function docxOf(paragraphs: readonly string[]): Buffer {
  const body = paragraphs
    .map(text => {
      if (text.startsWith('<w:')) return text;
      const named = text.startsWith('# ') ? 'Heading1' : text.startsWith('Title: ') ? 'Title' : '';
      const style = named && `<w:pPr><w:pStyle w:val="${named}"/></w:pPr>`;
      const words = text.replace(/^(?:# |Title: )/, '').replaceAll('&', '&amp;');
      return `<w:p>${style}<w:r><w:t>${words}</w:t></w:r></w:p>`;
    })
    .join('');
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${main}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A ZIP file whose entries are not packed. `claims` is the unpacked size the directory tells instead of the true one. */
export function zipOf(entries: Readonly<Record<string, string>>, claims?: number): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text);
    const path = Buffer.from(name);
    const rest = Buffer.alloc(26);
    rest.writeUInt16LE(20, 0);
    rest.writeUInt32LE(crc32(data), 10);
    rest.writeUInt32LE(data.length, 14);
    rest.writeUInt32LE(claims ?? data.length, 18);
    rest.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), rest, path, data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), rest, place, path]));
    files.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}
