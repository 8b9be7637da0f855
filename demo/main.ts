// The start of the demonstration's backend from the command line, without the partner service and the app. `npm start` starts all three.
import { runProgram } from '../backend/main'
import { demoPlugIn } from './plugIn'
import { partnerUrlOf } from './settings'

runProgram((env) => demoPlugIn(partnerUrlOf(env)))
