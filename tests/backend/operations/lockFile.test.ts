// The lock of a data folder when two processes start at the same moment.
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { takeFolder } from '../../../backend/db/lockFile.ts'

/** What another start does in the middle of this one. */
const meanwhile = { beforeMove: () => {}, beforeText: () => {} }
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>()
  const once = (name: keyof typeof meanwhile) => {
    const act = meanwhile[name]
    meanwhile[name] = () => {}
    act()
  }
  return {
    ...real,
    renameSync: (...args: Parameters<typeof fs.renameSync>) => {
      once('beforeMove')
      real.renameSync(...args)
    },
    writeFileSync: (...args: Parameters<typeof fs.writeFileSync>) => {
      real.writeFileSync(...args)
      once('beforeText')
    },
  }
})

const folder = fs.mkdtempSync(join(tmpdir(), 'lock-'))
const file = join(folder, 'owner.pid')
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
beforeEach(() => fs.rmSync(file, { force: true }))

/** A running process, as the lock file names it. */
const other = () => {
  if (!fs.existsSync('/proc/self/stat')) return String(process.ppid)
  const stat = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
  return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
}
const lock = (owner: string) => fs.appendFileSync(file, owner)

test.each(['', 'what is this', `${process.pid} 1`, '4194304 1'])(
  'a lock with “%s” has no owner and is taken',
  (stale) => {
    lock(stale)
    takeFolder(folder)()
    expect(fs.readdirSync(folder)).toEqual([])
  },
)

test('the second of two processes that find a stale lock leaves it to the first', () => {
  lock('4194304 1')
  meanwhile.beforeMove = () => {
    fs.rmSync(file)
    lock(other())
  }
  expect(() => takeFolder(folder)).toThrow(`in use by process ${process.ppid}`)
  expect(fs.readFileSync(file, 'utf8')).toBe(other())
  expect(fs.readdirSync(folder)).toEqual(['owner.pid'])
})

test('a process whose empty lock was removed does not own the folder', () => {
  meanwhile.beforeText = () => {
    fs.rmSync(file)
    lock(other())
  }
  expect(() => takeFolder(folder)).toThrow(`in use by process ${process.ppid}`)
  expect(fs.readFileSync(file, 'utf8')).toBe(other())
})
