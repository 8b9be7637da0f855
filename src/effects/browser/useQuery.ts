import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'

/** The query of the page's address. The router's own hook can also write it; that part would be in the first load, and nothing needs it. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
