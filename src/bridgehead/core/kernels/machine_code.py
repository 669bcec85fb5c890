"""Compile the kernels of a unit into one library of machine code, and load it from a file.

By itself, Numba optimizes, emits and stores machine code for each kernel separately, with all that
it calls inside: a title of 200 kernels took 107 seconds and 22 MB. Only the entry points are called
from Python. So all kernels of a unit are lowered into one LLVM module here, which is optimized and
emitted once (44 seconds, 0.5 MB); the kernels inside stay private to it.

No public feature of Numba does that, so this module uses parts of it that are not public: a
compiler that stops after lowering (`no_compile`, as Numba's own `pycc` has it),
`insert_user_function`, the code library, and `get_executable`. They are known to work in the
versions of `KNOWN`. With any other version `build` works in the ordinary way, one Numba function
for each kernel, which gives the same results and takes longer.

Kernels call each other through the globals of their modules, which hold plain functions, but Numba
needs its own functions there. So each kernel is compiled as a twin: the same code, with globals in
which every kernel is replaced by Numba's version (`_Twins`).
"""

from __future__ import annotations

import dis
import functools
import gc
import hashlib
import pickle
import types as python
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from bridgehead.core.kernels.kernel import ENVS, Entry, Kind, Random, unit_of, units

KNOWN = ((0, 66), (0, 68))  # Numba from, to: the versions with which this was tried
PARALLEL = ("rollout",)  # entry points that let other threads run meanwhile, like those of `envs`
MAKERS = {"np", "copy"}  # names that stand in kernels which make arrays
PLAIN = ("int", "float", "bool", "None", "tuple[int", "tuple[float")  # what most kernels return
Tell = Callable[[int], None]  # kernels compiled
Compiled = dict[str, Callable[..., Any]]

# untyped, or typed without what is not public
numba: Any = import_module("numba")
types: Any = numba.core.types
compiler: Any = import_module("numba.core.compiler")
global_compiler_lock: Any = import_module("numba.core.compiler_lock").global_compiler_lock
FunctionCompiler: Any = import_module("numba.core.dispatcher")._FunctionCompiler
rtsys: Any = import_module("numba.core.runtime").rtsys

_context: Any = import_module("numba.core.registry").cpu_target.target_context


class UnfitError(Exception):
    """A file does not hold machine code that this program can use."""


def one_library() -> bool:
    """Whether this version of Numba is known to work with this module."""
    major, minor = numba.__version__.split(".")[:2]
    return KNOWN[0] <= (int(major), int(minor)) <= KNOWN[1]


def platform(*, generic: bool = False) -> str:
    """Return a short digest of the processor for which code is made.

    `generic`: as with `NUMBA_CPU_NAME=generic`, for every processor of its kind.
    """
    triple, name, features = _context.codegen().magic_tuple()
    made_for = (triple, "generic", "") if generic else (triple, name, features)
    return hashlib.sha256(repr(made_for).encode()).hexdigest()[:8]


def build(
    name: str, entries: Sequence[Entry], *, boundscheck: bool, tell: Tell, folder: Path | None
) -> tuple[Compiled, bytes | None]:
    """Compile entry points with all that they call; return them by name, and the bytes to cache.

    `tell` is called with the number of kernels compiled so far. There are no bytes if Numba has put
    an address of this process into the code. `folder` is Numba's own cache for the ordinary way
    (None: no cache).
    """
    with _little_garbage(), global_compiler_lock:
        if one_library():
            return _as_one(name, entries, boundscheck, tell)
        kept = None if folder is None else pickle.dumps((numba.__version__, None, (), (), ()))
        return _one_by_one(entries, boundscheck, tell, folder), kept


def load(
    kept: bytes, entries: Mapping[str, Entry], *, boundscheck: bool, folder: Path | None
) -> Compiled:
    """Return cached entry points by name; UnfitError if they cannot be used."""
    try:
        version, library, envs, made, wanted = pickle.loads(kept)
    except Exception as error:  # whatever a damaged file makes pickle raise, or another layout
        raise UnfitError(f"the file is damaged: {error}") from error
    if version != numba.__version__:
        raise UnfitError("the file was made by another version of Numba")
    if library is None:
        return _one_by_one(list(entries.values()), boundscheck, lambda _: None, folder)
    if set(made) != set(entries):
        raise UnfitError("the file has other entry points")
    with global_compiler_lock:
        _make_known(wanted)
        code = _context.codegen().unserialize_library(library)
        found = {
            name: _callable(entries[name], signature, fndesc, env, code)
            for name, (signature, fndesc, env) in made.items()
        }
        for env in envs:
            code.codegen.set_env(env.env_name, env)
    return found


def _as_one(
    name: str, entries: Sequence[Entry], boundscheck: bool, tell: Tell
) -> tuple[Compiled, bytes | None]:
    library = _context.codegen().create_library(name)
    library.enable_object_caching()
    # no C callback is made of a kernel: compiling the wrapper for it would only take time
    options = {"boundscheck": boundscheck, "no_cfunc_wrapper": True}
    twins = _Twins(options, functools.partial(_into, library, tell))
    results = {}
    for entry in entries:
        made, signature = twins.of(entry.plain), _signature(entry)
        made.compile(signature)
        results[entry.name] = made.overloads[signature]
    _keep_private(library, {found.fndesc.llvm_cpython_wrapper_name for found in results.values()})
    library.finalize()
    by_name = {entry.name: entry for entry in entries}
    compiled = {
        name: _callable(by_name[name], one.signature, one.fndesc, one.environment, library)
        for name, one in results.items()
    }
    return compiled, None if library.has_dynamic_globals else _kept(library, results)


def _kept(library: Any, results: Mapping[str, Any]) -> bytes:
    """Return a library and the description of its entry points as bytes."""
    envs = next(iter(results.values()))._find_referenced_environments()
    made = {}
    for name, one in results.items():
        one.fndesc.typemap = one.fndesc.calltypes = None  # large, and not needed any more
        made[name] = (one.signature, one.fndesc, one.environment)
    # Numba keeps the code of a library a second time, for linking, which nobody does with this one;
    # but it looks there for the names of the functions
    names = [one.fndesc.llvm_cpython_wrapper_name for one in results.values()]
    text = "\n".join(f'define void @"{name}"() {{ ret void }}' for name in names)
    stubs = llvm.parse_assembly(text)
    data = (library.name, "object", (library._get_compiled_object(), stubs.as_bitcode()))
    kept = (numba.__version__, data, envs, made, _wanted(library))
    return pickle.dumps(kept, pickle.HIGHEST_PROTOCOL)


def _wanted(library: Any) -> list[str]:
    """Return the external symbols that a library uses."""
    module = library._final_module
    declared = [
        one.name for one in (*module.functions, *module.global_variables) if one.is_declaration
    ]
    return [name for name in declared if not name.startswith("llvm.")]


def _make_known(symbols: Sequence[str]) -> None:
    """Make Numba's symbols available to LLVM.

    Numba's reference counting is mostly enough. Importing all of Numba takes another half second.
    """
    rtsys.initialize(_context)
    if not all(map(llvm.address_of_symbol, symbols)):
        _context.refresh()


def _keep_private(library: Any, exported: set[str]) -> None:
    """Make all functions of a library private except those called from Python."""
    for function in library._final_module.functions:
        seen = not function.is_declaration and function.linkage.name == "external"
        if seen and function.name not in exported:
            function.linkage = "linkonce_odr"


class _Into(FunctionCompiler):  # type: ignore[misc]
    """Lowers functions into a library that is completed later."""

    library: Any
    tell: Callable[[], None]

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags = self._customize_flags(flags)
        flags.no_compile = True
        found = compiler.compile_extra(
            self.targetdescr.typing_context, _context, self._get_implementation(args, {}),
            args=args, return_type=return_type, flags=flags, locals=self.locals,
            library=self.library, pipeline_class=self.pipeline_class,
        )  # fmt: skip
        if found.typing_error is not None:
            raise found.typing_error
        mark = object()  # by which other kernels find it; there is no code to call yet
        _context.insert_user_function(mark, found.fndesc, [])
        self.tell()
        return found._replace(entry_point=mark)


def _into(library: Any, tell: Tell, made: Any, done: list[int]) -> None:
    """Make a Numba function lower itself into a library instead of compiling."""
    into = _Into(
        made.py_func, made.targetdescr, made.targetoptions, made.locals,
        made._compiler.pipeline_class,
    )  # fmt: skip
    into.library = library

    def told() -> None:
        done[0] += 1
        tell(done[0])

    into.tell = told
    made._compiler = into
    made.add_overload = lambda one: made.overloads.__setitem__(tuple(one.signature.args), one)


class _Twins:
    """Numba's versions of kernels, each made once, and modules that contain them."""

    def __init__(
        self, options: dict[str, Any], prepare: Callable[[Any, list[int]], None] | None = None
    ) -> None:
        self._options = options
        self._prepare = prepare
        self._made: dict[Any, Any] = {}
        self._spaces: dict[int, python.ModuleType] = {}  # by the id of what they stand for
        entries = [entry for unit in units.values() for entry in unit.entries.values()]
        self._kernels = {kernel for unit in units.values() for kernel in unit.kernels}
        self._slots = {id(entry.slot): entry.plain for entry in entries}
        self._called = {entry.plain for entry in entries}  # from Python
        self._draws = {entry.plain for entry in entries if Random in entry.kinds()}
        self._makers = {
            kernel.__name__
            for kernel in self._kernels
            if not str(kernel.__annotations__.get("return", "")).startswith(PLAIN)
        }
        self._done = [0]

    def of(self, function: Any) -> Any:
        """Return Numba's version of a kernel."""
        if function not in self._made:
            space = self._space(function.__globals__).__dict__
            if function not in self._made:  # the module may hold it, and have asked for it
                self._make(function, space)
        return self._made[function]

    def compiled(self) -> int:
        """Return how many kernels Numba has compiled separately, each with those that it calls."""
        return sum(bool(made.overloads) for made in self._made.values())

    def _make(self, function: Any, space: dict[str, Any]) -> None:
        twin = python.FunctionType(
            function.__code__, space, function.__name__, function.__defaults__
        )
        twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
        options = {**self._options, "nogil": _lets_others_run(function)}
        options["_nrt"] = self._counts(function)  # if not said, a kernel does as its caller
        if self._prepare is not None:
            options["no_cpython_wrapper"] = function not in self._called
        made: Any = numba.njit(**options)(twin)
        _compile_once_for_all_integers(made)
        if self._prepare is not None:
            self._prepare(made, self._done)
        self._made[function] = made

    def _counts(self, function: Any) -> bool:
        """Whether a kernel needs reference counting.

        It does if it may make an array, or get one that another kernel has made, or if Python
        passes it a random generator. Other kernels need no counting, which takes time at every
        assignment of an array. Numba refuses to make an array without it, so an error here is
        always noticed.
        """
        if function in self._draws:  # else Numba never gives back a generator it was handed
            return True
        code = function.__code__
        return not (MAKERS | self._makers).isdisjoint(code.co_names) or _writes_slices(code)

    def _space(self, names: dict[str, Any]) -> python.ModuleType:
        """Return a module with the names that a kernel uses, with twins in place of kernels."""
        if id(names) not in self._spaces:
            twin = self._spaces[id(names)] = python.ModuleType(names["__name__"])
            twin.__dict__.update(names)
            for name, value in names.items():
                twin.__dict__[name] = self._in_its_place(value)
        return self._spaces[id(names)]

    def _in_its_place(self, value: Any) -> Any:
        if id(value) in self._slots:
            return self.of(self._slots[id(value)])
        if isinstance(value, python.FunctionType) and value in self._kernels:
            return self.of(value)
        if isinstance(value, python.ModuleType) and unit_of(value.__name__) in units:
            return self._space(vars(value))
        return value


def _lets_others_run(function: Any) -> bool:
    """Whether to release the GIL meanwhile: the arguments must belong to one thread."""
    research = unit_of(function.__module__).endswith(f".{ENVS}")
    return research or function.__name__ in PARALLEL


def _compile_once_for_all_integers(made: Any) -> None:
    """Compile a kernel once, with 64-bit signed integers, and without literal types.

    By default Numba compiles a kernel again for int16, int32 and each literal number in a call,
    which would be a quarter of all compilations. Sums of integers have 64 bits in any case, so
    results are the same. Kernels must not call themselves, which Numba looks up by the original
    types.
    """
    ask = made.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return ask(tuple(_widened(of) for of in args), {n: _widened(of) for n, of in kws.items()})

    made.get_call_template = get_call_template


def _widened(of: Any) -> Any:
    """Return the type that replaces a type in calls between kernels."""
    if isinstance(of, (types.IntegerLiteral, types.BooleanLiteral)):
        of = of.literal_type
    return types.int64 if of in types.signed_domain else of


def _writes_slices(code: python.CodeType) -> bool:
    """Whether a function writes to slices: Numba copies from arrays that may overlap."""
    steps = list(dis.get_instructions(code))
    return any(
        step.opname == "STORE_SLICE"
        or (
            step.opname == "STORE_SUBSCR"
            and (before.opname == "BUILD_SLICE" or isinstance(before.argval, slice))
        )
        for before, step in pairwise(steps)
    )


def _signature(entry: Entry) -> tuple[Any, ...]:
    return tuple(_type_of(kind) for kind in entry.kinds())


def _type_of(kind: Any) -> Any:
    """Return Numba's type for a kind of argument."""
    if isinstance(kind, Kind):
        example = np.zeros((1,) * kind.ndim, kind.dtype)
        example.flags.writeable = kind.writable
        found = numba.typeof(example)
        return types.Array(found.dtype, kind.ndim, "C", readonly=not kind.writable)
    if kind is Random:
        return numba.typeof(np.random.default_rng(0))
    return {int: types.int64, float: types.float64, bool: types.boolean}[kind]


def _callable(entry: Entry, signature: Any, fndesc: Any, env: Any, library: Any) -> Any:
    """Return the function that Python calls: it checks argument types, and never compiles."""
    made: Any = numba.njit(entry.plain)
    made.add_overload(
        compiler.compile_result(
            typing_context=_context.typing_context, target_context=_context, library=library,
            environment=env, entry_point=_context.get_executable(library, fndesc, env),
            fndesc=fndesc, signature=signature, objectmode=False, lifted=(), reload_init=[],
        )
    )  # fmt: skip
    made.disable_compile()
    return made


def _one_by_one(
    entries: Sequence[Entry], boundscheck: bool, tell: Tell, folder: Path | None
) -> Compiled:
    """Compile in Numba's ordinary way, with its own cache folder."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or before)
    try:  # Numba reads that when it makes a function
        kept = folder is not None
        options = {"boundscheck": boundscheck, "no_cfunc_wrapper": True}
        twins = _Twins({**options, "cache": kept})
        found: Compiled = {}
        for entry in entries:
            made = twins.of(entry.plain)
            made.compile(_signature(entry))
            made.disable_compile()
            found[entry.name] = made
            tell(twins.compiled())
        return found
    finally:
        numba.config.CACHE_DIR = before


@contextmanager
def _little_garbage() -> Iterator[None]:
    """Collect garbage rarely within the block, which saves a tenth of the compile time."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
