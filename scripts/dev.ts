// `npm run dev`: the app from its sources, with the backend and the partner.
import { createServer } from 'vite'
import { needFree, running, sayAddresses } from './running.ts'

await running(async (started, at) => {
  await needFree(at)
  const { startDemo } = await import('../demo/start.ts')
  started.push(await startDemo(process.env, at))
  const vite = await createServer({ server: { port: at.app, strictPort: true } })
  started.push(vite)
  await vite.listen()
  sayAddresses(at)
})
