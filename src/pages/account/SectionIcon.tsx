import type { SectionName } from '../../rules/account/sections.ts'
import { LineIcon } from '../../ui/Icon.tsx'

const drawings: Record<SectionName, string> = {
  security: 'M12 3l7 2.5v5.5c0 4.7-3 8-7 10c-4-2-7-5.3-7-10V5.5zM9 12l2.2 2.2L15.2 10',
  devices: 'M3 5h13v9H3zM7 18h5M9.5 14v4M18 9h3v10h-5v-1.5',
  services: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  activity: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7.5V12l3.2 2',
  privacy: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
}

export const SectionIcon = ({ name }: { name: SectionName }) => <LineIcon path={drawings[name]} />
