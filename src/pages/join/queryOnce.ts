// Screens, "Entry": query values that a later page needs are read once, checked and kept; a login id leaves the address at once.
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery } from '../../effects/browser/useQuery.ts'
import { cleanEmail, emailProblem } from '../../rules/fields/email.ts'
import { readJoin } from '../../stores/join.ts'
import { saveSignUp } from '../../stores/signUp.ts'

/** @returns whether the query still has values to read */
export function useQueryOnce(): boolean {
  const here = useQuery()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const asked = query.getAll('login_id')
    if (asked.length === 0) return
    const login_id = cleanEmail(asked[0] ?? '')
    const isUsable = asked.length === 1 && emailProblem(login_id) === null
    // Typed or known values win over the address, which anybody can write.
    if (isUsable && readJoin().login_id === '') saveSignUp({ login_id })
    query.delete('login_id')
    void navigate({ pathname: location.pathname, search: query.toString() }, { replace: true })
  }, [navigate])
  return here.has('login_id')
}
