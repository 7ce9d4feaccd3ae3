#pragma once

/// CLI11 by the names of its classes: the library itself is compiled anew in every file that includes it.
namespace CLI {
class App;
class Option;
class ParseError;
class Validator;
} // namespace CLI
