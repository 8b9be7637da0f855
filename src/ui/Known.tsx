import './known.css'

type Props = { facts: readonly { name: string; value: string | null | undefined }[] }

/** What is known already, line by line. What has no value is left out, and nothing is shown where nothing is known. */
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
