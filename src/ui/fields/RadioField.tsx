import type { Choice } from './SelectField.tsx'
import '../pages.css'

type Props = {
  name: string
  legend: string
  choices: readonly (Choice & { detail?: string })[]
  value: string
  onChange: (value: string) => void
}

/** A few choices, all visible. Each row, at least 44 px high, can be pressed. */
export function RadioField({ name, legend, choices, value, onChange }: Props) {
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
      <div className="radios">
        {choices.map((choice) => (
          <label key={choice.value} className="radio">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>
              <bdi>{choice.text}</bdi>
              {choice.detail && <small>{choice.detail}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
