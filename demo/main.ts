// The start of the demonstration's backend from the command line, without the partner service and the app. `npm start` starts all three.
import { runProgram } from '../backend/main.ts'
import { demoPlugIn } from './plugIn.ts'
import { partnerUrlOf } from './settings.ts'

runProgram((env) => demoPlugIn(partnerUrlOf(env)))
