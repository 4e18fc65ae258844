# BenchExec's tool-info module for pathfold: put it into benchexec/tools/, or name it in a benchmark definition.

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Symbolic execution for C that explores each distinct behaviour once."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("pathfold", subdir="bin")

    def name(self):
        return "pathfold"

    def project_url(self):
        return None

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="pathfold")

    def program_files(self, executable):
        return self._program_files_from_executable(
            executable, ["bin", "dist", "runtime", "node_modules", "package.json"], parent_dir=True
        )

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, "verify"]
        if task.property_file:
            words += ["--property", task.property_file]
        data_model = (task.options or {}).get("data_model") if isinstance(task.options, dict) else None
        if data_model and "--data-model" not in options:
            words += ["--data-model", data_model]
        # Some of the time is for writing what was found.
        if rlimits.cputime and "--max-time" not in options:
            words += ["--max-time", f"{max(1, int(rlimits.cputime * 0.9))}s"]
        return words + list(options) + [task.single_input_file]

    def determine_result(self, run):
        for line in reversed([line.strip() for line in run.output]):
            if line == "true":
                return result.RESULT_TRUE_PROP
            if line == "done":
                return result.RESULT_DONE
            if line == "unknown":
                return result.RESULT_UNKNOWN
            if line.startswith("false(") and line.endswith(")"):
                return f"{result.RESULT_FALSE_PROP}({line[len('false('):-1]})"
            if "pathfold: error:" in line or "pathfold: internal error:" in line:
                return result.RESULT_ERROR
        return result.RESULT_ERROR
