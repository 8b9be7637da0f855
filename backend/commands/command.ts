// The programs of the command line.
import { existsSync } from 'node:fs'
import * as z from 'zod/mini'
import { StartProblem } from '../startProblem.ts'

/** Runs a program with the settings of the environment and of `.env`. A failure is a line for each problem, and exit code 1. */
export function runCommand(name: string, work: () => Promise<void>): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
  work().catch((error: unknown) => {
    const text = error instanceof StartProblem ? error.message : String(error instanceof Error ? error.stack : error)
    for (const line of text.split('\n')) process.stderr.write(`${name}: ${line}\n`)
    process.exit(1)
  })
}

/** Tells what is no result of the command. */
export const complain = (line: string): void => void process.stderr.write(`${line}\n`)

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** `--by`: who runs the command, for the record. */
export const operatorName = z
  .string()
  .check(z.regex(/^[\p{L}\p{N}._@ -]{1,64}$/u, 'a name of letters, digits, spaces and ._@-'))
