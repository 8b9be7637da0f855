const paths = {
  gate: 'M12 84h72M18 84V40M78 84V40M8 40h80l-8-12H16zM22 28l6-10h40l6 10M30 84V50h36v34M48 50v34M42 66v4M54 66v4',
  locked:
    'M12 84h72M18 84V40M78 84V40M8 40h80l-8-12H16zM22 28l6-10h40l6 10M30 84V50h36v34M40 66h16v12H40zM43 66v-4a5 5 0 0 1 10 0v4',
  path: 'M20 84c0-14 16-14 16-26s-14-12-14-24s14-16 26-16M64 62c6-8 10-13 10-19a10 10 0 1 0-20 0c0 6 4 11 10 19M64 44v.01M52 84h28',
  works: 'M12 84h72M22 84V36h52v48M22 50h52M36 36V22h24v14M32 62h8v8h-8zM56 62h8v8h-8zM48 14v8',
  clock: 'M48 14a34 34 0 1 0 0 68a34 34 0 0 0 0-68M48 28v20l14 9M48 18v3M48 75v3M18 48h3M75 48h3',
} as const
export type DrawingName = keyof typeof paths

/** A small line drawing above the words of a page without a form. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className="drawing" viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
