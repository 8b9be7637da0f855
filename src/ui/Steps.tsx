export type StepsProps = { current: number; total: number; name: string }

/** Where the member is: "2 / 4", the step's name, and as many segments. */
export function Steps({ current, total, name }: StepsProps) {
  return (
    <div className="steps">
      {current} / {total} · {name}
      <div aria-hidden="true">
        {Array.from({ length: total }, (_, index) => (
          <i key={index} className={index < current ? 'done' : undefined} />
        ))}
      </div>
    </div>
  )
}
