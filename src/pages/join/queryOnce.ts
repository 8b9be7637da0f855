// Screens, "Entry": query values that a later page needs are read once, checked and kept; a login id leaves the address at once.
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { cleanEmail, emailProblem } from '../../rules/email'
import { readSignUp, saveSignUp } from '../../stores/signUp'

export function useQueryOnce(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const asked = query.getAll('login_id')
    if (asked.length === 0) return
    const login_id = cleanEmail(asked[0] ?? '')
    const isUsable = asked.length === 1 && emailProblem(login_id) === null
    // What was typed or is known already wins over an address that anybody can write.
    if (isUsable && readSignUp().login_id === '') saveSignUp({ login_id })
    query.delete('login_id')
    void navigate({ pathname: location.pathname, search: query.toString() }, { replace: true })
  }, [navigate])
}
