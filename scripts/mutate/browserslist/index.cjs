// Stryker writes mutants with Babel, and Babel asks for the browsers to write for. There are none: the mutants run on Node.
module.exports = { findConfigFile: () => null }
