// A certificate of its own for a server of a test.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** @param name of the two files in the folder @returns their paths @throws Error if the machine has no openssl */
export function certificateIn(folder: string, name = 'own'): { cert: string; key: string } {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  const asked = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost']
  const made = spawnSync('openssl', [...asked, '-keyout', key, '-out', cert])
  if (made.status !== 0) throw new Error(`openssl: ${String(made.error ?? made.stderr)}`)
  return { cert, key }
}
