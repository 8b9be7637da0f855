import './known.css'

type Props = { facts: readonly { name: string; value: string | null | undefined }[] }

/** Known facts, line by line. Facts without a value are left out; without any fact nothing is shown. */
export function Known({ facts }: Props) {
  const known = facts.filter(({ value }) => value)
  if (known.length === 0) return null
  return (
    <dl className="known">
      {known.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
