// One meaning each.
const paths = {
  /** The way in. */
  gate: 'M12 84h72M18 84V40M78 84V40M8 40h80l-8-12H16zM22 28l6-10h40l6 10M30 84V50h36v34M48 50v34M42 66v4M54 66v4',
  /** The way is closed to this member, or to this visit. */
  locked:
    'M12 84h72M18 84V40M78 84V40M8 40h80l-8-12H16zM22 28l6-10h40l6 10M30 84V50h36v34M40 66h16v12H40zM43 66v-4a5 5 0 0 1 10 0v4',
  /** There is nothing here. */
  missing: 'M42 12a28 28 0 1 0 0 56a28 28 0 0 0 0-56M62 60l22 22M32 30l20 20M52 30l-20 20',
  /** Not for now. */
  paused: 'M48 14a34 34 0 1 0 0 68a34 34 0 0 0 0-68M38 34v28M58 34v28',
  /** Another member. */
  people:
    'M34 18a13 13 0 1 0 0 26a13 13 0 0 0 0-26M10 80c0-16 10-26 24-26s24 10 24 26zM60 20a13 13 0 0 1 0 24M68 54c11 2 18 12 18 26H72',
  /** Another way leads there. */
  path: 'M20 84c0-14 16-14 16-26s-14-12-14-24s14-16 26-16M64 62c6-8 10-13 10-19a10 10 0 1 0-20 0c0 6 4 11 10 19M64 44v.01M52 84h28',
  /** The server. */
  works: 'M16 14h64v24H16zM16 46h64v24H16zM28 26v.01M38 26v.01M52 26h16M28 58v.01M38 58v.01M52 58h16M48 70v14M28 84h40',
  /** Time: waiting, or over. */
  clock: 'M48 14a34 34 0 1 0 0 68a34 34 0 0 0 0-68M48 28v20l14 9M48 18v3M48 75v3M18 48h3M75 48h3',
  /** Protected. */
  shield: 'M48 12l30 10v22c0 19-13 32-30 40c-17-8-30-21-30-40V22zM48 52v10M48 52a6 6 0 1 0 0-12a6 6 0 0 0 0 12',
  /** A password. */
  key: 'M30 64a16 16 0 1 1 0-32a16 16 0 0 1 0 32M30 44v8M46 48h38M72 48v12M82 48v8',
  /** A message that waits for the member. */
  letter: 'M12 26h72v46H12zM12 28l36 26l36-26',
  /** It is done. */
  done: 'M48 14a34 34 0 1 0 0 68a34 34 0 0 0 0-68M31 49l12 12l23-25',
  /** A passkey. */
  passkey:
    'M18 10h26a6 6 0 0 1 6 6v14M50 64v16a6 6 0 0 1-6 6H18a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6M27 18h8M46 36a11 11 0 1 0 0 22a11 11 0 0 0 0-22M57 47h27v9M75 47v6',
} as const
export type DrawingName = keyof typeof paths

/** A small line drawing above the words of a page without a form. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className={`drawing ${name}`} viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      <path d={paths[name]} pathLength={name === 'done' ? 1 : undefined} />
    </svg>
  )
}
