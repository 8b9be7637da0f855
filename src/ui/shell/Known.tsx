import { CopyButton } from '../CopyButton.tsx'
import './known.css'

/** `href`: opens the value, which can then be copied too. */
type Fact = { name: string; value: string | null | undefined; href?: string | null }

/** Known facts, line by line. Facts without a value are left out; without any fact nothing is shown. */
export function Known({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(({ value }) => value)
  if (known.length === 0) return null
  return (
    <dl className="known">
      {known.map(({ name, value, href }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {href ? (
              <a href={href}>
                <bdi>{value}</bdi>
              </a>
            ) : (
              <bdi>{value}</bdi>
            )}
            {href && value && <CopyButton text={value} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
