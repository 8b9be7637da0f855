import type { KeyboardEvent, ReactNode } from 'react'
import './pages.css'

type Props<Name extends string> = {
  label: string
  tabs: readonly { name: Name; text: string }[]
  selected: Name
  onSelect: (name: Name) => void
  children: ReactNode
}

/** Tabs with a panel. They are one stop for the Tab key; arrows, Home and End move between tabs. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: Props<Name>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ name }) => name === selected)
    const last = tabs.length - 1
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ]
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    document.getElementById(`tab-${tab.name}`)?.focus()
    onSelect(tab.name)
  }
  return (
    <>
      <div role="tablist" className="tabs" aria-label={label} onKeyDown={move} tabIndex={-1}>
        {tabs.map(({ name, text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === selected}
            aria-controls="tabpanel"
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tabpanel" aria-labelledby={`tab-${selected}`}>
        {children}
      </div>
    </>
  )
}
