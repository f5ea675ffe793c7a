//! Devices by name.

use burn::tensor::Device;

/// The devices that some build of this program has.
pub const DEVICES: &[(&str, &str)] = &[
    ("cpu", "the processor: in every build"),
    ("vulkan", "a graphics card by Vulkan: builds with the feature `vulkan`"),
    ("cuda", "a graphics card by CUDA: builds with the feature `cuda`"),
];

/// A name of no device of this build.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// No build has it.
    #[error("{0}")]
    Unknown(String),
    /// Another build has it.
    #[error("this program is built without `{0}`: build it with `--features {0}`, or write `cpu`")]
    NotBuilt(&'static str),
}

/// The device of this name, at its first number where there are several.
///
/// # Errors
/// [`DeviceError`] when this build has no such device.
pub fn device(name: &str) -> Result<Device, DeviceError> {
    match name {
        "cpu" => Ok(Device::flex()),
        #[cfg(feature = "vulkan")]
        "vulkan" => Ok(Device::vulkan(burn::tensor::DeviceKind::DefaultDevice)),
        #[cfg(not(feature = "vulkan"))]
        "vulkan" => Err(DeviceError::NotBuilt("vulkan")),
        #[cfg(feature = "cuda")]
        "cuda" => Ok(Device::cuda(0)),
        #[cfg(not(feature = "cuda"))]
        "cuda" => Err(DeviceError::NotBuilt("cuda")),
        _ => {
            let known = DEVICES.iter().map(|(name, _)| *name);
            Err(DeviceError::Unknown(sandtable_core::names::unknown("device", name, known)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_that_is_not_there_is_named_with_the_cure() {
        assert!(device("cpu").is_ok());
        let error = |name: &str| device(name).unwrap_err().to_string();
        assert!(error("cpus").contains("Did you mean `cpu`?"));
        #[cfg(not(feature = "vulkan"))]
        assert!(error("vulkan").contains("--features vulkan"));
        #[cfg(not(feature = "cuda"))]
        assert!(error("cuda").contains("--features cuda"));
    }
}
