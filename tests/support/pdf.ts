// A PDF with one page that shows a black square, and anything else that a test adds.

type Extra = {
  /** Added to the dictionary of the document, of the page, and of the file's end. */
  catalog?: string
  page?: string
  trailer?: string
  /** Added to the page's own drawing. */
  content?: string
  /** Further objects, numbered from 10 on. */
  objects?: (string | Buffer)[]
  pages?: number
}

const FIRST = 10
const bytesOf = (part: string | Buffer): Buffer => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)

/** The text of a stream object. */
export const streamOf = (dictionary: string, data: string | Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytesOf(data).length} >>\nstream\n`, 'latin1'),
    bytesOf(data),
    Buffer.from('\nendstream'),
  ])

export function pdfOf({
  catalog = '',
  page = '',
  trailer = '',
  content = '',
  objects = [],
  pages = 1,
}: Extra = {}): Buffer<ArrayBuffer> {
  const drawing = `0 0 0 rg 20 20 60 60 re f ${content}`
  const kids = Array<string>(pages).fill('3 0 R').join(' ')
  const all: [number, string | Buffer][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`],
    [3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R ${page} >>`],
    [4, streamOf('', drawing)],
    ...objects.map((object, at): [number, string | Buffer] => [FIRST + at, object]),
  ]
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...all.flatMap(([number, object]) => [
      Buffer.from(`${number} 0 obj\n`),
      bytesOf(object),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(`trailer << /Root 1 0 R ${trailer} >>\n%%EOF\n`, 'latin1'),
  ])
}
