const drawings = {
  alert: 'M12 8v5M12 16.5v.01M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18',
  check: 'M8 12.5l3 3l5.5-6.5M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18',
  globe: 'M3 12h18M12 3c-5 5-5 13 0 18c5-5 5-13 0-18M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18',
  eye: 'M2.5 12c4-7.5 15-7.5 19 0c-4 7.5-15 7.5-19 0M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6',
  eyeOff:
    'M4 4l16 16M9 5.9c5-1.4 10 1 12.5 6.1c-.7 1.4-1.7 2.7-2.9 3.7M15.5 17.8c-5 1.5-10.3-.8-13-5.8c.8-1.6 2-3 3.4-4',
  close: 'M7 7l10 10M17 7L7 17',
  onward: 'M9.5 6l6 6l-6 6',
} as const
export type IconName = keyof typeof drawings

/** A line drawing of 24 by 24 in the colour of the text beside it. Screen readers skip it. */
export function LineIcon({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}

export const Icon = ({ name }: { name: IconName }) => <LineIcon path={drawings[name]} />
