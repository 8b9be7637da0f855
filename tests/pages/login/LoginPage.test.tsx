import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../support/render'
import { beginVisit, follow, memberLike } from '../../support/visit'
import { calls } from '../../support/server'

test('a member signs in and is sent where the server says', async () => {
  const member = await memberLike('member')
  const { user, left } = await renderAt(`/init/login${await beginVisit()}`)
  await user.type(screen.getByLabelText('Email'), member.login_id)
  await user.type(screen.getByLabelText('Password'), member.password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(left.to).toHaveLength(1))
  expect(await follow(left.to[0] ?? '')).toContain('code=')
  expect(calls('/v1/init/login')).toHaveLength(1)
})
